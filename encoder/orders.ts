/** Strict partial orders over a few items, listed one by one. */

import type { Pair } from './bounds.js'

/**
 * All strict partial orders on the items that contain the required pairs and relate, one way or the other, the pairs to relate.
 * There are 1, 3, 19, 219, 4231 on 1 to 5 items without requirements.
 */
export function partialOrders(
  items: readonly number[],
  required: readonly Pair[],
  related: readonly Pair[],
): readonly (readonly Pair[])[] {
  const undirected = items.flatMap((a, i) => items.slice(i + 1).map((b): Pair => [a, b]))
  const has = (pairs: readonly Pair[], a: number, b: number) => pairs.some(([x, y]) => x === a && y === b)
  const ways = undirected.map(([a, b]): readonly (readonly Pair[])[] => {
    if (has(required, a, b)) return [[[a, b]]]
    if (has(required, b, a)) return [[[b, a]]]
    const directed: readonly (readonly Pair[])[] = [[[a, b]], [[b, a]]]
    return has(related, a, b) || has(related, b, a) ? directed : [...directed, []]
  })
  return product(ways)
    .map((choice) => choice.flat())
    .filter((order) => order.every(([a, b]) => order.every(([c, d]) => b !== c || has(order, a, d))))
}

/** Every way to take one of each. */
export const product = <T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  choices.reduce<readonly (readonly T[])[]>(
    (taken, next) => taken.flatMap((some) => next.map((one) => [...some, one])),
    [[]],
  )

const counts = [1, 1, 3, 19, 219, 4231, 130_023, 6_129_859]

/** How many strict partial orders there are on that many items; infinite where nobody would list them. */
export const countOrders = (items: number): number => counts[items] ?? Number.POSITIVE_INFINITY
