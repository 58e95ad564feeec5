import { byRank, type Ranked } from '../../synthesis/rank.js'
import type { Slot } from '../../synthesis/sketch.js'
import { strengthOf } from '../../synthesis/vocabulary.js'

const read: Slot = { kind: 'read', location: 0, path: 'generic' }
const write: Slot = { kind: 'write', location: 0, path: 'generic' }
const atomic: Slot = { kind: 'atomic', location: 0, path: 'generic' }

const ranked = (
  threads: readonly (readonly Slot[])[],
  weight: number,
  last: readonly (number | undefined)[] = [],
  sketch = 0,
): Ranked => ({
  labelled: {
    sketch: { threads, places: threads.map((_, cta) => ({ gpu: 0, cta })) },
    strengths: threads.flat().map(() => strengthOf('weak')),
  },
  outcome: { sources: threads.flat().map(() => undefined), last },
  canonical: '',
  forbids: 'first',
  weight,
  sketch,
})

test('fewer instructions, threads, atomics; then weaker orders; then less said; then the order of the search', () => {
  const inOrder = [
    ranked([[write, read]], 9, [0], 9),
    ranked([[write, atomic]], 0, [], 3),
    ranked([[write], [read]], 2, [0], 8),
    ranked([[write], [read]], 3, [undefined], 7),
    ranked([[write], [read]], 3, [0], 5),
    ranked([[write], [read]], 3, [0], 6),
    ranked([[write], [atomic]], 0, [], 2),
    ranked([[atomic], [atomic]], 0, [], 1),
    ranked([[write, write, read]], 0, [], 0),
  ]
  expect(inOrder.toReversed().toSorted(byRank)).toEqual(inOrder)
  expect(inOrder.map((one, i) => byRank(one, inOrder[(i + 1) % inOrder.length] ?? one) < 0)).toEqual(
    inOrder.map((_, i) => i < inOrder.length - 1),
  )
})
