/** All sets of alternatives that are cheaper than some cost, by brute force. */

import { mostOthers } from '../repair/chooser.js'
import { compareCosts } from '../repair/costs.js'
import type { Cost } from '../repair/repair.js'

/** A place at which one of several changes may be made. */
export interface Alternatives {
  /** The cost of each alternative, which may be several changes; undefined for the one that changes nothing. */
  readonly costs: readonly (Cost | undefined)[]
  /** True if its changes may remove order, so that at most `mostOthers` of such places are changed. */
  readonly isOther: boolean
  /** True if an instruction moves, so that no other such place is changed. */
  readonly isMove: boolean
}

/** One of the alternatives of a place, by their indices. */
export interface Choice {
  readonly slot: number
  readonly level: number
}

/** Returns the sets of one change or more, of different places, that cost less: fewer changes, or as many for less. */
export function cheaper(
  all: readonly Alternatives[],
  cost: Cost,
  most: number,
): readonly (readonly Choice[])[] | 'too many' {
  const selections: (readonly Choice[])[] = []
  /** `free`: how many more of those places may be changed. */
  const go = (chosen: readonly Choice[], spent: Cost, free: number, from: number): boolean => {
    if (chosen.length > 0 && compareCosts(spent, cost) < 0) {
      if (selections.length === most) return false
      selections.push(chosen)
    }
    if (spent.changes >= cost.changes) return true
    return all.slice(from).every(({ costs, isOther, isMove }, i) => {
      const slot = from + i
      if (isOther && free < (isMove ? mostOthers : 1)) return true
      return costs.every((one, level) => {
        if (one === undefined) return true
        const next = { changes: spent.changes + one.changes, sum: spent.sum + one.sum }
        // It is already too expensive, whatever else is chosen.
        if (compareCosts(next, cost) >= 0) return true
        return go([...chosen, { slot, level }], next, isMove ? 0 : free - (isOther ? 1 : 0), slot + 1)
      })
    })
  }
  return go([], { changes: 0, sum: 0 }, mostOthers, 0) ? selections : 'too many'
}
