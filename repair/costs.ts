/** The total costs of changes. */

import { type Costs, type Price, priceIn } from './prices.js'
import type { Change, Cost } from './repair.js'

/**
 * Returns the cost of changes that are made together. A change of several texts counts once for each of them, unless it
 * says how often.
 */
export const costOf = (changes: readonly Change[], costs: Costs): Cost => ({
  changes: changes.reduce(
    (sum, { edits, isOne, counts }) =>
      sum + (isOne === true ? 1 : (counts ?? new Set(edits.map(({ thread }) => thread)).size)),
    0,
  ),
  sum: changes.reduce(
    (sum, { prices, instead = [] }) => sum + Math.max(0, total(prices, costs) - total(instead, costs)),
    0,
  ),
})

/** Returns the sum of prices. */
export const total = (prices: readonly Price[], costs: Costs): number =>
  prices.reduce((sum, price) => sum + priceIn(costs, price), 0)

/** Compares two costs; negative if the first is lower. */
export const compareCosts = (a: Cost, b: Cost): number => a.changes - b.changes || a.sum - b.sum
