import fc from 'fast-check'
import { must } from '../../source/must.js'
import { relaxationsOf, weakerOutcomes } from '../../synthesis/relaxed.js'
import type { Sketch } from '../../synthesis/sketch.js'
import { isBelow, laddersOf, type Rungs, strengthsAt } from '../../synthesis/weakest.js'
import { draws } from '../extent.js'
import { drawnTests, everything } from './drawn.js'

/** Some rungs of a sketch, by numbers. */
const rungsOf = (sketch: Sketch, numbers: readonly number[]): Rungs =>
  laddersOf(sketch, everything).map(({ strengths }, i) => must(numbers[i], 'a number') % strengths.length)

const numbers = fc.array(fc.nat(999), { minLength: 6, maxLength: 6 })

test('rungs are lowered as strengths are', () => {
  const property = fc.property(drawnTests(everything, 5), ({ labelled: { sketch, strengths }, rungs }) => {
    const ladders = laddersOf(sketch, everything)
    for (const one of relaxationsOf(sketch)) {
      const relaxed = laddersOf(one.sketch, everything)
      expect(strengthsAt(relaxed, one.lowered(rungs, relaxed, ladders))).toEqual(one.strengths(strengths))
    }
  })
  fc.assert(property, { numRuns: draws(2000, 200), seed: 1 })
})

test('lifted rungs are the weakest of which the relaxation is at least as strong as asked', () => {
  let [above, other] = [0, 0]
  const property = fc.property(drawnTests(everything, 4), numbers, ({ labelled: { sketch }, rungs }, drawn) => {
    const ladders = laddersOf(sketch, everything)
    for (const { sketch: to, lifted, lowered } of relaxationsOf(sketch)) {
      const relaxed = laddersOf(to, everything)
      const asked = rungsOf(to, drawn)
      const isAbove = lifted(asked, relaxed, ladders).some((one) => isBelow(ladders, one, rungs))
      expect(isAbove).toBe(isBelow(relaxed, asked, lowered(rungs, relaxed, ladders)))
      if (isAbove) above++
      else other++
    }
  })
  fc.assert(property, { numRuns: draws(5000, 1000), seed: 2 })
  expect(Math.min(above, other)).toBeGreaterThan(100)
})

test('an outcome says less without what an atomic returns, and without a last write; reads say what they return', () => {
  const sketch: Sketch = {
    threads: [
      [
        { kind: 'atomic', location: 0, path: 'generic' },
        { kind: 'read', location: 0, path: 'generic' },
      ],
      [{ kind: 'write', location: 0, path: 'generic' }],
    ],
    places: [
      { gpu: 0, cta: 0 },
      { gpu: 0, cta: 1 },
    ],
  }
  expect(weakerOutcomes(sketch, { sources: ['initial', 2, undefined], last: [0] })).toEqual([
    { sources: [undefined, 2, undefined], last: [0] },
    { sources: ['initial', 2, undefined], last: [undefined] },
  ])
  expect(weakerOutcomes(sketch, { sources: [undefined, 2, undefined], last: [undefined] })).toEqual([])
})
