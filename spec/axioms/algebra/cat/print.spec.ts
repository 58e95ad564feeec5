import { join } from 'node:path'
import { type Piece, piecesOf, printFlat, printModel } from '../../../../axioms/algebra/cat/print.js'
import { bySection } from '../../../../axioms/algebra/cat/sections.js'
import { withoutAxiom } from '../../../../axioms/algebra/edit.js'
import { flattened } from '../../../../axioms/algebra/flat.js'
import type { Model } from '../../../../axioms/algebra/terms.js'
import { models } from '../../../../axioms/models.js'
import { excludedBy } from '../../../../encoder/decide/coverage.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import type { Program } from '../../../../litmus/program.js'
import { type Expected, exampleNamed, isAsynchronous } from '../../../examples.js'
import { onEach, sampled, someExamples } from '../../../extent.js'
import { root, textOf, verdicts } from '../../../support.js'
import { modelIn, othersModel } from './models.js'

/**
 * Returns whether there is a barrier of a cluster, a host, or accesses that overlap partially, which models of other
 * projects do not mention.
 */
const isUnknown = (program: Program, model: Model): boolean => {
  const { threads, host } = program
  const excluded = excludedBy(model)
  const meets = threads.some(({ instructions }) => instructions.some(({ kind }) => kind === 'cluster-barrier'))
  return (
    (meets && excluded.includes('cluster barriers')) ||
    (host !== undefined && excluded.includes('kernels and streams')) ||
    (excluded.includes('mixed sizes') && buildEvents(program).mixed)
  )
}

const sameVerdict =
  (model: Model) =>
  async ({ program, verdicts: expected }: Expected) => {
    if (expected.includes('not covered')) return
    const said = isUnknown(program, model) ? expected.map(() => 'not covered') : expected
    expect(await verdicts(program, model)).toEqual(said)
  }

/** Returns a third of many tests, which is enough since each model decides them twice. */
const some = (all: readonly Expected[]): readonly Expected[] => {
  const few = sampled(all)
  return few.length < 15 ? few : few.filter((_, i) => i % 3 === 0)
}

describe.each(models.map((model) => [model.name, model] as const))('%s as cat', (name, model) => {
  test('is the text of its file', () => {
    const file = join(root, 'axioms', `${name}.cat`)
    expect(printModel(modelIn(textOf(file), file))).toBe(printModel(model))
  })
  test('read back, is printed the same way and covers the same', () => {
    const read = modelIn(printModel(model))
    expect(printModel(read)).toBe(printModel(model))
    expect(read.excludes).toEqual(model.excludes)
  })
  const read = modelIn(printModel(model))
  // On other examples, the models of asynchronous operations behave like `ptx-7.5`.
  const all = someExamples(name).filter((one) => !name.includes('9.4') || isAsynchronous(one))
  onEach('read back, decides alike', { all, sample: some, least: 5 }, async ({ program, verdicts: expected }) => {
    expect(await verdicts(program, read)).toEqual(expected)
  })
})

describe.each(models.map((model) => [model.name, model] as const))('%s in one piece', (name, model) => {
  const text = printFlat(model)
  const read = modelIn(text)
  const sorted = (pieces: readonly Piece[]) => pieces.toSorted((a, b) => (a.name < b.name ? -1 : 1))

  test('read back, has the same definitions and axioms, each with its section and its words', () => {
    const [mine, its] = [piecesOf(read), piecesOf(flattened(model))]
    expect(sorted(mine.definitions)).toEqual(sorted(its.definitions))
    expect(mine.axioms).toEqual(its.axioms)
    expect(read).toMatchObject({ summary: model.summary, excludes: model.excludes })
  })
  test('is in the order of the manual: definitions, each in its section, then axioms', () => {
    const sectionsIn = (part: string): readonly string[] =>
      [...part.matchAll(/^\(\* ISA (\S+) \*\)$/gm)].map(([, section = '']) => section)
    const end = text.lastIndexOf('\nlet ')
    const parts = [text.slice(0, end), text.slice(end)].map(sectionsIn)
    for (const part of parts) expect(part).toEqual([...new Set(part)].toSorted(bySection))
    const sections = parts.flat()
    expect(sections.length).toBeGreaterThan(8)
    expect(text.lastIndexOf('\nlet ')).toBeLessThan(text.search(/^(acyclic|irreflexive|empty) /m))
    for (const { section } of piecesOf(flattened(model)).definitions) expect(sections).toContain(section)
  })
  test('has no extension point and nothing empty, and every other definition', () => {
    expect(text.slice(text.indexOf('\n'))).not.toMatch(/extension point|include|\b0\b/)
    const kept = piecesOf(read).definitions.map((one) => one.name)
    const gone = piecesOf(model).definitions.filter((one) => !kept.includes(one.name))
    const resolved = gone.filter(({ noted, text }) => !/extension point|= 0$/.test(`${noted}${text}`))
    expect(resolved).toEqual([])
  })
  const all = someExamples(name).filter((one) => !name.includes('9.4') || isAsynchronous(one))
  onEach('read back, decides alike', { all, sample: some, least: 5 }, async ({ program, verdicts: expected }) => {
    expect(await verdicts(program, read)).toEqual(expected)
  })
})

describe('models of other projects', () => {
  const of75 = { all: someExamples('ptx-7.5'), sample: sampled, least: 20 }
  onEach('decides as our ptx-7.5', of75, sameVerdict(othersModel('7.5')))
  onEach(
    'decides as our ptx-6.0',
    { all: someExamples('ptx-6.0'), sample: sampled, least: 20 },
    sameVerdict(othersModel('6.0')),
  )
  onEach('is as it was, when it is printed and read back', of75, sameVerdict(modelIn(printModel(othersModel('7.5')))))
  test('is not decided alike by just any model', async () => {
    const lax = sameVerdict(withoutAxiom(othersModel('7.5'), 'Causality'))
    await expect(lax(exampleNamed('isa/8.10.6-MP.test#1', 'ptx-7.5'))).rejects.toThrow()
  })
})

describe('printing', () => {
  /** Prints a model without its title and legend. */
  const printed = (text: string) =>
    printModel(modelIn(text))
      .replace(/^\(\* What [\s\S]*?\*\)\n\n/m, '')
      .split('\n')
      .slice(2)
      .join('\n')

  test('a name of the vocabulary that is shadowed gets another name', () => {
    expect(printed('let co = co+ let fr = rf^-1; co acyclic fr | co as A')).toBe(
      [
        '(* reads: is overwritten by *)\nlet co_2 = co+',
        '(* reads: read a value that is overwritten by; whole *)\nlet fr_2 = rf^-1; co_2',
        '\nacyclic fr_2 | co_2 as A\n',
      ].join('\n'),
    )
  })
  test('recursion, flags and negation', () => {
    expect(printed('let rec r = po | s and s = r; rf\n~empty r as A flag acyclic s as B')).toBe(
      'let rec r = po | s\nand s = r; rf\n\n~empty r as A\n\nflag acyclic s as B\n',
    )
  })
  test('parentheses where an operator would bind otherwise', () => {
    const text =
      'empty (po | rf); (co \\ (rf \\ po)) & ~(po | rf) & (rf; po)? & (po+)+ & ~[W \\ R] & (W | R) * ~F as A\n'
    expect(printed(text)).toBe(text)
  })
})
