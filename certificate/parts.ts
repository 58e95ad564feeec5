/** Proves or solves what an answer rests on, as texts that others can check. */

import type { GoesOn } from '../source/limited.js'
import { dimacsText, solutionText } from './dimacs.js'
import { lratOf, lratText } from './lrat.js'
import type { Obligation } from './obligations.js'
import type { SatSolver } from './sat.js'

/** A problem as a DIMACS text, and a proof in LRAT that it has no solution, or a solution. */
export interface Part extends Pick<Obligation, 'layout' | 'about' | 'solvable'> {
  readonly problem: string
  readonly evidence: string
  readonly variables: number
  readonly clauses: number
  /** The steps of the proof; 0 of a solution. */
  readonly steps: number
}

/** The reason why there is no evidence, and whether it is that the solver says the opposite of what is to be shown. */
export interface NoPart {
  readonly reason: string
  readonly disagrees?: true
}

/** Returns the evidence for an obligation, or the reason why there is none: also if `goesOn` ends the search. */
export function partOf(obligation: Obligation, solve: SatSolver, goesOn: GoesOn = () => true): Part | NoPart {
  const { layout, about, solvable } = obligation
  const made = obligation.clauses()
  const { variables, clauses } = made
  const found = solve(variables, clauses, goesOn)
  const counts = { variables, clauses: clauses.length }
  const problem = dimacsText(made, obligation.comments())
  if (found.kind === 'unknown') return { reason: `${about}: the time limit was reached` }
  if ((found.kind === 'sat') !== solvable)
    return {
      reason: `${about}: the SAT solver says ${found.kind === 'sat' ? 'satisfiable' : 'unsatisfiable'}, against the answer`,
      disagrees: true,
    }
  if (found.kind === 'sat')
    return { layout, about, solvable, problem, evidence: solutionText(variables, found.holds), ...counts, steps: 0 }
  const steps = lratOf(variables, clauses, found.learned)
  return steps === undefined
    ? { reason: `${about}: what the SAT solver learned is no proof` }
    : { layout, about, solvable, problem, evidence: lratText(steps), ...counts, steps: steps.length }
}
