import fc from 'fast-check'
import type { Model } from '../../axioms/algebra/terms.js'
import { models, ptx60, ptx75 } from '../../axioms/models.js'
import { must } from '../../source/must.js'
import { canonical } from '../../synthesis/canonical.js'
import { compiled } from '../../synthesis/compiled.js'
import { hasCopies } from '../../synthesis/copies.js'
import { minimal } from '../../synthesis/generate.js'
import { isForbidden, isUndefined } from '../../synthesis/judge.js'
import { outcomesOf } from '../../synthesis/outcomes.js'
import { product } from '../../synthesis/product.js'
import type { Labelled } from '../../synthesis/program.js'
import type { Outcome } from '../../synthesis/sketch.js'
import { classes, sketches } from '../../synthesis/sketches.js'
import { stepsOf } from '../../synthesis/steps.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { isBelow, laddersOf, strengthsAt } from '../../synthesis/weakest.js'
import { leftOut } from '../../synthesis/words.js'
import { holds, randomly } from '../extent.js'
import { bruteForbids } from './brute.js'
import { asynchronous, drawnTests, everything, plain } from './drawn.js'
import { naiveKey } from './naive.js'
import { sketchIn } from './support.js'

const allSketches = (instructions: number, vocabulary: Vocabulary) =>
  classes(instructions, vocabulary).flatMap((one) => [...sketches(one, vocabulary)])

/**
 * Returns whether brute force finds a test forbidden. Where that takes long, `judge.ts` decides, which has its own
 * spec.
 */
function forbiddenBy(model: Model, isLong: boolean): (labelled: Labelled, outcome: Outcome) => boolean {
  if (!isLong) return bruteForbids(model)
  const operations = must(compiled(model), 'a model without recursion')
  return (labelled, outcome) => isForbidden(operations, labelled, outcome)
}

/** Finds minimal tests by definition: forbidden, and allowed after each step. */
function naively(
  instructions: number,
  vocabulary: Vocabulary,
  forbids: ReturnType<typeof forbiddenBy>,
  isKept: (labelled: Labelled) => boolean = () => true,
): readonly string[] {
  return allSketches(instructions, vocabulary).flatMap((sketch) => {
    const ladders = laddersOf(sketch, vocabulary)
    const outcomes = [...outcomesOf(sketch, vocabulary)]
    return [...product(ladders.map(({ strengths }) => strengths))].flatMap((strengths) =>
      outcomes.flatMap((outcome) => {
        const labelled = { sketch, strengths }
        const isMinimal =
          isKept(labelled) &&
          forbids(labelled, outcome) &&
          stepsOf(labelled, outcome, vocabulary).every((step) => !forbids(step.labelled, step.outcome))
        return isMinimal ? [naiveKey({ ...labelled, outcome })] : []
      }),
    )
  })
}

/** Finds minimal tests with the search. */
const found = (model: Model, instructions: number, vocabulary: Vocabulary) => {
  const search = minimal(must(compiled(model), 'a model without recursion'), vocabulary)
  return allSketches(instructions, vocabulary).flatMap(search)
}

const withoutAliasProxies: Partial<Vocabulary> = {
  atomics: false,
  scopes: ['gpu'],
  paths: ['alias', 'texture', 'surface', 'constant', 'read-only'],
}
const surfaces: Partial<Vocabulary> = { paths: ['alias', 'surface', 'alias-surface'], locations: 1, threads: 2 }

describe('the minimal tests are those of the definition', () => {
  test.each<[string, Model, number, Vocabulary, number, 'long' | 'short']>([
    ['2 instructions with all proxies', ptx75, 2, { ...everything, ...withoutAliasProxies }, 3, 'long'],
    ['2 with surfaces at both addresses', ptx75, 2, { ...plain, ...surfaces }, 3, 'short'],
    [
      '2 instructions with atomics and two scopes',
      ptx75,
      2,
      { ...plain, atomics: true, scopes: ['cta', 'gpu'] },
      6,
      'long',
    ],
    ['3 plain accesses', ptx75, 3, { ...plain, locations: 2 }, 8, 'long'],
    ['3 with a fence for a texture', ptx75, 3, { ...plain, paths: ['texture'], locations: 1, threads: 2 }, 8, 'long'],
    ['3 with an alias', ptx75, 3, { ...plain, paths: ['alias'], locations: 1, threads: 1 }, 3, 'long'],
    ['3 under ptx-6.0', ptx60, 3, { ...plain, locations: 2, finalValues: false }, 4, 'long'],
  ])('%s', (_, model, instructions, vocabulary, least, length) => {
    const forbids = forbiddenBy(model, length === 'long')
    const tests = found(model, instructions, vocabulary)
    const keys = tests.map(({ labelled, outcome }) => naiveKey({ ...labelled, outcome }))
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(keys)).toEqual(new Set(naively(instructions, vocabulary, forbids)))
    expect(keys.length).toBeGreaterThan(least)
    for (const { labelled, outcome, canonical: key } of tests) expect(key).toBe(canonical({ ...labelled, outcome }))
  })
})

describe('tests with fences on one side', () => {
  const vocabulary: Vocabulary = {
    ...plain,
    fences: true,
    oneSided: true,
    proxyOrders: false,
    locations: 1,
    threads: 2,
    finalValues: false,
  }
  test('a fence that is not needed is in none of them', () => {
    const operations = must(compiled(ptx75), 'a model without recursion')
    const search = minimal(operations, vocabulary)
    const { labelled } = sketchIn(`.global x;
d0.b0.t0 { ld.relaxed.gpu r0, [x]; fence.acq_rel.gpu; ld r1, [x]; } d0.b1.t0 { st.relaxed.gpu [x], 1; }
exists (r0 == 1 && r1 == 0)`)
    expect(search(labelled.sketch)).toEqual([])
    expect(
      isForbidden(operations, labelled, { sources: [3, undefined, 'initial', undefined], last: [undefined] }),
    ).toBe(true)
  })
})

describe('a forbidden outcome stays forbidden with stronger instructions', () => {
  for (const { name, model, vocabulary } of [
    ...models.map((model) => ({ name: model.name, model, vocabulary: everything })),
    ...models
      .filter((model) => !leftOut(model, ['async']).includes('async'))
      .map((model) => ({ name: `${model.name} with copies`, model, vocabulary: asynchronous })),
  ])
    randomly(name, { runs: 300, seed: 11, least: { weakened: 5 } }, async (draw) => {
      const operations = must(compiled(model), 'a model without recursion')
      let weakened = 0
      const property = fc.property(
        drawnTests(vocabulary, 4),
        fc.array(fc.nat(999), { minLength: 4, maxLength: 4 }),
        (drawn, numbers) => {
          const { labelled, outcome, rungs } = drawn
          const ladders = laddersOf(labelled.sketch, vocabulary)
          const other = ladders.map(({ strengths }, i) => must(numbers[i], 'a number') % strengths.length)
          const weak = other.map((rung, i) =>
            must(ladders[i], 'a ladder').isBelow(rung, must(rungs[i], 'a rung')) ? rung : must(rungs[i], 'a rung'),
          )
          expect(isBelow(ladders, weak, rungs)).toBe(true)
          const { sketch } = labelled
          if (!isForbidden(operations, { sketch, strengths: strengthsAt(ladders, weak) }, outcome)) return
          if (weak.join() !== rungs.join()) weakened++
          expect(isForbidden(operations, labelled, outcome)).toBe(true)
        },
      )
      return { tests: await holds(property, draw), weakened }
    })
})

describe('with copies, the minimal tests are those of the definition in which nothing is undefined', () => {
  const copying: Vocabulary = { ...plain, asynchronous: true, threads: 2, locations: 2 }
  test.each<[string, string, number, Vocabulary, number]>([
    ['3 instructions', 'ptx-9.4', 3, copying, 10],
    ['3 instructions, strictly', 'ptx-9.4-strict', 3, copying, 10],
    ['3 of one thread with an alias', 'ptx-9.4', 3, { ...copying, paths: ['alias'], threads: 1 }, 6],
  ])('%s', (_, name, instructions, vocabulary, least) => {
    const model = must(
      models.find((one) => one.name === name),
      name,
    )
    const operations = must(compiled(model), 'a model without recursion')
    const tests = found(model, instructions, vocabulary)
    const keys = tests.map(({ labelled, outcome }) => naiveKey({ ...labelled, outcome }))
    expect(new Set(keys).size).toBe(keys.length)
    const forbids = (labelled: Labelled, outcome: Outcome): boolean => isForbidden(operations, labelled, outcome)
    const expected = naively(instructions, vocabulary, forbids, (labelled) => !isUndefined(operations, labelled))
    expect(new Set(keys)).toEqual(new Set(expected))
    expect(keys.length).toBeGreaterThan(least)
    expect(tests.some(({ labelled }) => hasCopies(labelled.sketch))).toBe(true)
  })
})
