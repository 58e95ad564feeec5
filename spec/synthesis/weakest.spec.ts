import fc from 'fast-check'
import { must } from '../../source/must.js'
import { product } from '../../synthesis/product.js'
import { isBelow, type Ladder, laddersOf, type Rungs, weakest } from '../../synthesis/weakest.js'
import { holds, randomly } from '../extent.js'
import { drawnSketches, everything } from './drawn.js'

/** Returns all rungs of some ladders. */
const allRungs = (ladders: readonly Ladder[]): readonly Rungs[] => [
  ...product(ladders.map(({ strengths }) => strengths.map((_, rung) => rung))),
]

/** Some rungs of a sketch's ladders, and three lists of rungs among them. */
const drawn = fc
  .tuple(
    drawnSketches(everything, 3),
    fc.array(fc.array(fc.nat(9999), { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
  )
  .map(([sketch, lists]) => {
    const ladders = laddersOf(sketch, everything)
    const all = allRungs(ladders)
    const [given = [], passed = [], relaxing = []] = lists.map((numbers) =>
      numbers.map((number) => must(all[number % all.length], 'rungs')),
    )
    return { ladders, all, given, passed, relaxing }
  })

const texts = (some: readonly Rungs[]): readonly string[] => some.map((at) => at.join()).toSorted()

describe('the weakest rungs are those of a search through all', () => {
  randomly(
    'for predicates that also hold for whatever is stronger',
    { runs: 200, seed: 4, least: { several: 11 } },
    async (draw) => {
      let several = 0
      const property = fc.property(drawn, ({ ladders, all, given, passed, relaxing }) => {
        const isOver = (some: readonly Rungs[], at: Rungs) => some.some((one) => isBelow(ladders, one, at))
        const forbids = (at: Rungs) => isOver(given, at)
        const leave = [...passed, ...relaxing.filter(forbids)]
        const least = all.filter(
          (at) => forbids(at) && all.every((one) => !forbids(one) || one === at || !isBelow(ladders, one, at)),
        )
        const expected = least.filter((at) => !isOver(leave, at))
        if (expected.length > 1) several++
        const relaxed = (at: Rungs) => relaxing.filter(forbids).find((one) => isBelow(ladders, one, at))
        expect(texts(weakest(ladders, forbids, passed, relaxed))).toEqual(texts(expected))
      })
      return { predicates: await holds(property, draw), several }
    },
  )
})

test('a ladder has stronger rungs above', () => {
  const sketch = { threads: [[{ kind: 'read', location: 0, path: 'generic' } as const]], places: [{ gpu: 0, cta: 0 }] }
  const [ladder] = laddersOf(sketch, everything)
  const { strengths, isBelow: below, height } = must(ladder, 'a ladder')
  const words = strengths.map(({ order, scope }) => [order, ...(scope === undefined ? [] : [scope])].join('.'))
  const isWeaker = (low: string, high: string) => below(words.indexOf(low), words.indexOf(high))
  expect(words[0]).toBe('acquire.sys')
  expect(words).toHaveLength(7)
  expect(words.every((word) => isWeaker('weak', word) && isWeaker(word, 'acquire.sys'))).toBe(true)
  const steps = ['weak', 'relaxed.cta', 'relaxed.gpu', 'acquire.cta', 'acquire.sys'].map((word) =>
    height(words.indexOf(word)),
  )
  expect(steps).toEqual([0, 1, 2, 2, 4])
  expect([isWeaker('relaxed.cta', 'acquire.cta'), isWeaker('relaxed.gpu', 'acquire.cta')]).toEqual([true, false])
})
