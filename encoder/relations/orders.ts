/** Strict partial orders over a few items, listed one by one. */

import type { Pair } from '../events/graph/event.js'

/**
 * Yields all strict partial orders on the items that contain the required pairs and relate, one way or the other, the
 * pairs to relate. There are 1, 3, 19, 219, 4231 on 1 to 5 items without requirements.
 */
export function partialOrders(
  items: readonly number[],
  required: readonly Pair[],
  related: readonly Pair[],
): readonly (readonly Pair[])[] {
  const has = (pairs: readonly Pair[], a: number, b: number) => pairs.some(([x, y]) => x === a && y === b)
  const waysBetween = (a: number, b: number): readonly (readonly Pair[])[] => {
    if (has(required, a, b)) return [[[a, b]]]
    if (has(required, b, a)) return [[[b, a]]]
    const directed: readonly (readonly Pair[])[] = [[[a, b]], [[b, a]]]
    return has(related, a, b) || has(related, b, a) ? directed : [...directed, []]
  }
  const isTransitive = (order: readonly Pair[]) =>
    order.every(([a, b]) => order.every(([c, d]) => b !== c || has(order, a, d)))
  // Extends the order item by item: a part of a partial order is a partial order, so anything else is never extended.
  return items.reduce<readonly (readonly Pair[])[]>(
    (orders, item, i) => {
      const joins = product(items.slice(0, i).map((before) => waysBetween(before, item))).map((ways) => ways.flat())
      return orders.flatMap((order) => joins.map((join) => [...order, ...join]).filter(isTransitive))
    },
    [[]],
  )
}

/** Returns every way to take one item of each list. */
export const product = <T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  choices.reduce<readonly (readonly T[])[]>(
    (taken, next) => taken.flatMap((some) => next.map((one) => [...some, one])),
    [[]],
  )

const counts = [1, 1, 3, 19, 219, 4231, 130_023, 6_129_859, 431_723_379, 44_511_042_511]

/** Returns how many strict partial orders there are on that many items; infinite where there are too many to list. */
export const countOrders = (items: number): number => counts[items] ?? Number.POSITIVE_INFINITY
