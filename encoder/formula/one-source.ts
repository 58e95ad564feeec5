/** States in clauses that each read has exactly one write (ISA 8.9.7). */

import { groupBy } from '../../source/group.js'
import type { ChosenPair } from '../relations/chosen.js'
import type { Formula, FormulaBuilder } from './formula.js'

/** The most writes for which each pair gets a clause. For reads from more writes, the clauses are chained. */
const mostInPairs = 8

/**
 * Returns the clauses that hold if each read that is executed reads from exactly one write that is executed and
 * overlaps it. `isThere` says when a pair is: both are executed, and they overlap.
 */
export function readsFromOne(
  rf: readonly ChosenPair<Formula>[],
  reads: readonly number[],
  isExecuted: (event: number) => Formula,
  isThere: (write: number, read: number) => Formula,
  builder: FormulaBuilder,
): readonly Formula[] {
  const { or, not, any } = builder
  const sources = groupBy(rf, ([, read]) => read)
  return [
    ...rf.map(([write, read, when]) => or(not(when), isThere(write, read))),
    ...reads.flatMap((read) => {
      const some = (sources.get(read) ?? []).map(([, , when]) => when)
      return [or(not(isExecuted(read)), any(some)), ...atMostOne(some, `rf_${read}`, builder)]
    }),
  ]
}

/**
 * Clauses that demand at most one of the formulas. If there are many, a variable says for each whether it or one before
 * it holds.
 */
function atMostOne(
  of: readonly Formula[],
  name: string,
  { or, any, not, variable }: FormulaBuilder,
): readonly Formula[] {
  if (of.length <= mostInPairs) return of.flatMap((one, i) => of.slice(i + 1).map((other) => or(not(one), not(other))))
  return of.flatMap((one, i) => {
    const [here, before] = [variable(`${name}_by_${i}`), variable(`${name}_by_${i - 1}`)]
    const first = or(not(one), here)
    return i === 0 ? [first] : [first, or(not(before), here), any([not(one), not(before)])]
  })
}
