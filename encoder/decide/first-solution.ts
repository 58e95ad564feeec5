/**
 * Returns the solution in which the first alternatives hold. It does not depend on what the solver was asked before.
 */

import { limited } from '../../source/limited.js'
import type { Formula } from '../formula/formula.js'
import type { Answer, Assignment } from '../solver/solver.js'
import { assigned } from './decode.js'

/** Decides whether a formula holds in the solution so far, in which all earlier alternatives are chosen. */
type Holds = (formula: Formula) => boolean

/** Lists of alternatives, in order. A list may depend on what was chosen from those before. */
export type Alternatives = (holds: Holds) => Iterable<readonly Formula[]>

/** The number of checks after which a solution is left as it is. */
const mostChecks = 100

/**
 * Returns the solution in which, list by list, the first alternative holds that can hold with those chosen before.
 * `start` is any solution; `ask` checks for one in which formulas hold. The solver is asked only about what comes before
 * the alternative that holds anyway. What cannot be asked within the limits is left as it is.
 */
export function firstSolution(
  start: Assignment,
  alternatives: Alternatives,
  ask: (assumed: readonly Formula[]) => Answer,
  any: (formulas: readonly Formula[]) => Formula,
  unstated?: Parameters<typeof assigned>[1],
): Assignment {
  const chosen: Formula[] = []
  let solution = start
  let { formula: holds } = assigned(start, unstated)
  let checks = 0
  const canHold = (formula: Formula): boolean => {
    if (holds(formula)) return true
    if (formula.kind === 'false' || checks === mostChecks) return false
    checks += 1
    const answer = ask([...chosen, formula])
    if (answer.kind !== 'sat') return false
    solution = answer.assignment
    holds = assigned(solution, unstated).formula
    return true
  }
  // A limit that ends the building of alternatives leaves the solution so far, which is a solution as good as any.
  limited(() => {
    for (const list of alternatives((formula) => holds(formula))) {
      if (!canHold(any(list))) continue
      const first = list.find(canHold)
      if (first !== undefined) chosen.push(first)
    }
  })
  return solution
}
