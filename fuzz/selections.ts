/** All sets of alternatives that are cheaper than some cost, by brute force. */

import { mostOthers } from '../repair/chooser.js'
import type { Cost } from '../repair/repair.js'

/** A place at which one of several changes may be made. */
export interface Alternatives {
  /** What each costs; undefined for the one that is no change. */
  readonly costs: readonly (number | undefined)[]
  /** Whether its changes may take order away, so that at most `mostOthers` of such places are changed. */
  readonly isOther: boolean
}

/** One of the alternatives of a place, by their indices. */
export interface Choice {
  readonly slot: number
  readonly level: number
}

/** The sets of one change or more, of different places, that cost less: fewer changes, or as many for less. */
export function cheaper(
  all: readonly Alternatives[],
  cost: Cost,
  most: number,
): readonly (readonly Choice[])[] | 'too many' {
  const found: (readonly Choice[])[] = []
  const go = (chosen: readonly Choice[], sum: number, others: number, from: number): boolean => {
    if (chosen.length > 0 && (chosen.length < cost.changes || sum < cost.sum)) {
      if (found.length === most) return false
      found.push(chosen)
    }
    if (chosen.length === cost.changes) return true
    return all.slice(from).every(({ costs, isOther }, i) => {
      const slot = from + i
      if (isOther && others === mostOthers) return true
      return costs.every((one, level) => {
        if (one === undefined) return true
        // The most that may be chosen are too dear already.
        if (chosen.length + 1 === cost.changes && sum + one >= cost.sum) return true
        return go([...chosen, { slot, level }], sum + one, others + (isOther ? 1 : 0), slot + 1)
      })
    })
  }
  return go([], 0, 0, 0) ? found : 'too many'
}
