import fc from 'fast-check'
import { must } from '../../source/must.js'
import { outcomesOf } from '../../synthesis/outcomes.js'
import { relaxationsOf, weakerOutcomes } from '../../synthesis/relaxed.js'
import type { Sketch } from '../../synthesis/sketch.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { isBelow, laddersOf, type Rungs, strengthsAt } from '../../synthesis/weakest.js'
import { holds, randomly } from '../extent.js'
import { asynchronous, drawnTests, everything } from './drawn.js'

/** Returns some rungs of a sketch, by numbers. */
const rungsOf = (sketch: Sketch, vocabulary: Vocabulary, numbers: readonly number[]): Rungs =>
  laddersOf(sketch, vocabulary).map(({ strengths }, i) => must(numbers[i], 'a number') % strengths.length)

const numbers = fc.array(fc.nat(999), { minLength: 6, maxLength: 6 })

const vocabularies = [
  ['rungs', everything],
  ['with copies, rungs', asynchronous],
] as const

for (const [name, vocabulary] of vocabularies)
  randomly(`${name} are lowered as strengths are`, { runs: 100, seed: 1 }, async (draw) => {
    const property = fc.property(drawnTests(vocabulary, 5), ({ labelled: { sketch, strengths }, rungs }) => {
      const ladders = laddersOf(sketch, vocabulary)
      for (const one of relaxationsOf(sketch)) {
        const relaxed = laddersOf(one.sketch, vocabulary)
        expect(strengthsAt(relaxed, one.lowered(rungs, relaxed, ladders))).toEqual(one.strengths(strengths))
      }
    })
    return { tests: await holds(property, draw) }
  })

for (const [name, vocabulary] of vocabularies)
  randomly(
    `${name}, lifted, are the weakest whose relaxation is at least as strong as requested`,
    { runs: 500, seed: 2, least: { above: 51, other: 51 } },
    async (draw) => {
      let [above, other] = [0, 0]
      const property = fc.property(drawnTests(vocabulary, 4), numbers, ({ labelled: { sketch }, rungs }, drawn) => {
        const ladders = laddersOf(sketch, vocabulary)
        for (const { sketch: to, lifted, lowered } of relaxationsOf(sketch)) {
          const relaxed = laddersOf(to, vocabulary)
          const asked = rungsOf(to, vocabulary, drawn)
          const isAbove = lifted(asked, relaxed, ladders).some((one) => isBelow(ladders, one, rungs))
          expect(isAbove).toBe(isBelow(relaxed, asked, lowered(rungs, relaxed, ladders)))
          if (isAbove) above++
          else other++
        }
      })
      return { tests: await holds(property, draw), above, other }
    },
  )

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

test('what a copy reads is seen in what it writes: an outcome says nothing about it if nothing observes that', () => {
  const write = { kind: 'write', location: 0, path: 'generic' } as const
  const copy = { kind: 'copy', from: 0, location: 1, path: 'generic' } as const
  const read = { kind: 'read', location: 1, path: 'generic' } as const
  const place = { gpu: 0, cta: 0 }
  const sketch: Sketch = { threads: [[write, copy], [read]], places: [place, place] }
  const last = [undefined, undefined]
  const seen = { sources: [undefined, 'initial', 1], last } as const
  expect(weakerOutcomes(sketch, seen)).toEqual([{ sources: [undefined, undefined, 1], last }])
  expect(weakerOutcomes(sketch, { sources: [undefined, 'initial', 'initial'], last: [undefined, 1] })).toEqual([
    { sources: [undefined, undefined, 'initial'], last },
    { sources: [undefined, undefined, 'initial'], last },
  ])
  const withoutRead = relaxationsOf(sketch).find(({ sketch: { threads } }) => threads.length === 1)
  expect(withoutRead?.outcome(seen)).toEqual({ sources: [undefined, undefined], last })
  const outcomes = [...outcomesOf(sketch, asynchronous)]
  expect(outcomes).toContainEqual(seen)
  expect(outcomes).not.toContainEqual({ sources: [undefined, 'initial', 'initial'], last })
})
