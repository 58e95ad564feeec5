import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { piecesOf, printModel } from '../../axioms/algebra/cat/print.js'
import { models } from '../../axioms/models.js'
import { filesBelow, root } from '../support.js'

/** The rooms that know the language of models, and no model. */
const engine = ['source', 'litmus', 'encoder', 'report', 'witness', 'explain', 'cli']

/** A name may have another meaning: `bar.cta.sync` is also a barrier's action. */
const otherwise: ReadonlyMap<string, RegExp> = new Map([
  ['sync', /action|isWait|'sync' \| 'arrive'|readBarrier|seenBy|=== 'sync'|'sync'\]?, \[?'aligned'|needed\('sync'\)/],
])

const namesOf = models.flatMap((model) => {
  const { definitions, axioms } = piecesOf(model)
  return [...definitions, ...axioms].map(({ name }) => name)
})

describe('the engine names no definition and no axiom of a model', () => {
  test.each(engine)('%s', (room) => {
    const lines = filesBelow(join(root, room), '.ts').flatMap((file) =>
      readFileSync(join(root, room, file), 'utf8')
        .split('\n')
        .map((line) => ({ file, line: line.trim() })),
    )
    const found = [...new Set(namesOf)].flatMap((name) =>
      lines.filter(
        ({ line }) =>
          [`'${name}'`, `"${name}"`].some((literal) => line.includes(literal)) && !otherwise.get(name)?.test(line),
      ),
    )
    expect(found).toEqual([])
  })
  test('and there are names to look for', () => {
    expect(namesOf).toEqual(expect.arrayContaining(['base-cause', 'preserved', 'sync', 'Causality']))
  })
})

test.each(models.map((model) => [model.name, model] as const))('%s says how it reads', (_, model) => {
  expect(printModel(model)).toMatch(/^\(\* .*synchronisation.*\*\)$/m)
  expect(
    model.axioms.flatMap(({ requirements }) => requirements).every(({ sentences }) => sentences !== undefined),
  ).toBe(true)
})
