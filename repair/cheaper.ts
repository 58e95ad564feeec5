/** The look for what is cheaper than changes that are known to be enough. */

import { type TimeLimit, timeLimit } from '../encoder/decide/time-limit.js'
import { compareCosts, costOf } from './costs.js'
import type { Costs } from './prices.js'
import type { Cost } from './repair.js'
import type { Repaired } from './result.js'
import { changesOf, keeping, type Selection, type Slot } from './slot.js'

export interface Look {
  /** The places with the changes that alone are cheaper. */
  readonly slots: readonly Slot[]
  /** Returns whether a selection of these is as costly as what is known. */
  readonly isTooHeavy: (selection: Selection) => boolean
  readonly limit: TimeLimit
}

/** Returns where to look, and for how long: everywhere, for all the time, if nothing is known. */
export function lookFor(
  known: Pick<Repaired, 'cost'> | undefined,
  {
    slots,
    costs,
    timeout,
    limit,
  }: {
    readonly slots: readonly Slot[]
    readonly costs: Costs
    readonly timeout: number | undefined
    readonly limit: TimeLimit
  },
): Look {
  if (known === undefined) return { slots, isTooHeavy: () => false, limit }
  const isLighter = (cost: Cost): boolean => compareCosts(cost, known.cost) < 0
  const lighter = slots.map((slot) => keeping(slot, ({ change }) => isLighter(costOf(change ? [change] : [], costs))))
  return {
    slots: lighter,
    isTooHeavy: (selection) => !isLighter(costOf(changesOf(lighter, selection), costs)),
    limit: forCheaper(timeout, limit),
  }
}

/** The least time in which cheaper changes than those that are known are looked for, in milliseconds. */
const leastLook = 5000

/** Returns the limit for that: as long as it took to find what is known, within what is left. */
function forCheaper(timeout: number | undefined, { left }: TimeLimit): TimeLimit {
  const remaining = left()
  if (timeout === undefined || remaining === undefined) return timeLimit(undefined)
  return timeLimit(Math.min(remaining, Math.max(leastLook, timeout - remaining)))
}
