import { ptx75 } from '../../axioms/models.js'
import { must } from '../../source/must.js'
import { compiled } from '../../synthesis/compiled.js'
import { type Found, minimal } from '../../synthesis/generate.js'
import { responsible } from '../../synthesis/responsible.js'
import { isAccess } from '../../synthesis/sketch.js'
import { classes, sketches } from '../../synthesis/sketches.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { vocabularyOf } from '../../synthesis/words.js'
import { bruteForbids } from './brute.js'
import { plain } from './drawn.js'
import { keyOf } from './support.js'

const inBits = must(compiled(ptx75), 'a model without recursion')

const depends = ({ labelled }: Found): boolean =>
  labelled.sketch.threads.flat().some((slot) => isAccess(slot) && slot.data !== undefined)

const found = (instructions: number, vocabulary: Vocabulary): readonly Found[] => {
  const search = minimal(inBits, vocabulary)
  return classes(instructions, vocabulary).flatMap((one) => [...sketches(one, vocabulary)].flatMap(search))
}

describe('no minimal test is missing: unrestricted dependencies give no others', () => {
  test.each<[string, number, number, Vocabulary]>([
    ['3 with atomics and an alias', 3, 1, { ...plain, atomics: true, paths: ['alias'], locations: 1, threads: 2 }],
    ['4 of two threads', 4, 4, { ...plain, locations: 2, threads: 2, finalValues: false }],
    ['4 of two addresses', 4, 9, { ...plain, paths: ['alias'], locations: 1, threads: 1, finalValues: false }],
  ])('%s', (_, instructions, dependent, vocabulary) => {
    const tests = found(instructions, { ...vocabulary, dependencies: 'in cycles' })
    const anywhere = found(instructions, { ...vocabulary, dependencies: 'anywhere' })
    expect(new Set(tests.map(keyOf))).toEqual(new Set(anywhere.map(keyOf)))
    expect(tests.filter(depends).length).toBe(dependent)
  })
})

test('two instructions: a read value is written back to its location, by other proxies and addresses', () => {
  const wanted = { with: [], without: [], threads: 2, locations: 1 } as const
  const tests = found(2, vocabularyOf([ptx75], wanted, inBits.ordersByDependencies)).filter(depends)
  const byBruteForce = bruteForbids(ptx75)
  const axioms = responsible(ptx75)
  const paths = tests.map(({ labelled }) =>
    labelled.sketch.threads
      .flat()
      .flatMap((slot) => (isAccess(slot) ? [slot.path] : []))
      .join(', '),
  )
  expect(paths).toEqual([
    'generic, alias',
    'generic, surface',
    'alias, surface',
    'texture, generic',
    'texture, alias',
    'texture, surface',
    'surface, generic',
    'surface, alias',
    'constant, generic',
    'constant, alias',
    'constant, surface',
    'read-only, generic',
    'read-only, alias',
    'read-only, surface',
  ])
  for (const { labelled, outcome } of tests)
    expect([byBruteForce(labelled, outcome), axioms(labelled, outcome)]).toEqual([true, ['No-Thin-Air']])
})
