import { timeLimit } from '../../encoder/decide/time-limit.js'
import { slotsOf } from '../../repair/changes.js'
import { lookFor } from '../../repair/cheaper.js'
import { costOf } from '../../repair/costs.js'
import { defaultCosts } from '../../repair/prices.js'
import { changesOf } from '../../repair/slot.js'
import { testIn } from '../support.js'

const program = testIn(`.global x; .global y;
d0.b0.t0 { st [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`)
const slots = slotsOf(program, ['orders', 'fences'])
const limit = timeLimit(60_000)
const given = { slots, costs: defaultCosts, timeout: 60_000, limit }

test('if nothing is known, the look is everywhere, for all the time', () => {
  const look = lookFor(undefined, given)
  expect(look.slots).toBe(slots)
  expect(look.limit).toBe(limit)
  expect(look.isTooHeavy(slots.map(({ levels }) => levels.length - 1))).toBe(false)
})

test('otherwise among what is cheaper, for as long as it took to find what is known, but five seconds', () => {
  const cost = { changes: 1, sum: 672 }
  const look = lookFor({ cost }, given)
  const kept = look.slots.flatMap(({ levels }) => levels.flatMap(({ change }) => change ?? []))
  expect(kept.length).toBeGreaterThan(0)
  for (const one of kept) expect(costOf([one], defaultCosts).sum).toBeLessThan(cost.sum)
  expect(look.isTooHeavy(look.slots.map(() => 0))).toBe(false)
  const two = look.slots.map(({ levels }, i) => (i < 2 ? Math.min(1, levels.length - 1) : 0))
  expect(costOf(changesOf(look.slots, two), defaultCosts).changes).toBeGreaterThan(1)
  expect(look.isTooHeavy(two)).toBe(true)
  expect(look.limit.left()).toBeLessThanOrEqual(5000)
})
