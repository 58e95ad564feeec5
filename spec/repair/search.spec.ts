import { defaultModel } from '../../axioms/models.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import { slotsOf } from '../../repair/changes.js'
import type { Changed, Judged } from '../../repair/judge.js'
import { type Ended, search, unlimited } from '../../repair/search.js'
import type { Selection } from '../../repair/slot.js'
import { testIn } from '../support.js'

/** Eight accesses, before most of which there may be a fence. */
const program = testIn(`.global x; .global y;
d0.b0.t0 { st [x], 1; st [x], 2; st [x], 3; st [x], 4; }
d0.b1.t0 { ld r0, [y]; ld r1, [y]; ld r2, [y]; ld r3, [y]; }
assert (true) as t;`)
const slots = slotsOf(program, ['fences'])

/** Searches for selections that are good if that many places are changed, until it has judged `most` of them. */
function searched(places: number, most: number) {
  const seen: number[] = []
  const judge = ({ edits }: Changed): Judged => {
    seen.push(edits.length)
    return edits.length >= places
      ? { kind: 'good', within: undefined }
      : { kind: 'breaks', fault: { kind: 'never ends' }, containing: false }
  }
  const weigh = (slot: number, level: number): readonly [number, number] => [level === 0 ? 0 : 1, slot + level]
  const searching = search(
    {
      program,
      slots,
      weigh,
      judge,
      counterexamples: [],
      model: defaultModel,
      bound: 2,
      limit: timeLimit(undefined),
      budget: { ...unlimited, judged: most },
      progress: () => undefined,
    },
    'containing',
  )
  return { next: searching.next(), seen }
}

const sumOf = (selection: Selection): number =>
  selection.reduce((sum, level, slot) => sum + (level === 0 ? 0 : slot + level), 0)

test('the first selection is the lightest', () => {
  const { next, seen } = searched(1, 10)
  expect(next).toMatchObject({ done: false, value: { judged: 2, selection: slots.map((_, i) => (i === 0 ? 1 : 0)) } })
  expect(seen).toEqual([0, 1])
})

test('if the budget is spent, a good selection at places that are enough may not be the lightest', () => {
  const { next } = searched(2, 40)
  if (next.done !== true) throw new Error('it has found the lightest')
  const { kind, incumbent }: Ended = next.value
  expect(kind).toBe('spent')
  expect(incumbent?.selection.filter((level) => level !== 0)).toHaveLength(2)
  // The levels are lowered as far as they can be.
  expect(sumOf(incumbent?.selection ?? [])).toBe(3)
})
