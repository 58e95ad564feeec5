/** Proves or solves what an answer rests on, as texts that others can check. */

import type { CadicalModule } from 'cadical-wasm'
import type { GoesOn } from '../source/limited.js'
import { solve } from './cadical.js'
import { dimacsText, solutionText } from './dimacs.js'
import { lratOf, lratText } from './lrat.js'
import type { Obligation } from './obligations.js'

/** A problem as a DIMACS text, and a proof in LRAT that it has no solution, or a solution. */
export interface Part extends Pick<Obligation, 'layout' | 'about' | 'solvable'> {
  readonly problem: string
  readonly evidence: string
  readonly variables: number
  readonly clauses: number
  /** The steps of the proof; 0 of a solution. */
  readonly steps: number
}

/** Returns the evidence for an obligation, or the reason why there is none. */
export function partOf(
  obligation: Obligation,
  cadical: CadicalModule,
  goesOn: GoesOn,
): Part | { readonly reason: string } {
  const { layout, about, solvable } = obligation
  const made = obligation.clauses()
  const { variables, clauses } = made
  const found = solve(cadical, variables, clauses, goesOn)
  const counts = { variables, clauses: clauses.length }
  const problem = dimacsText(made, obligation.comments())
  if (found.kind === 'unknown') return { reason: `${about}: the time limit was reached` }
  if ((found.kind === 'sat') !== solvable)
    return { reason: `${about}: CaDiCaL says ${found.kind === 'sat' ? 'satisfiable' : 'unsatisfiable'}, against z3` }
  if (found.kind === 'sat')
    return { layout, about, solvable, problem, evidence: solutionText(variables, found.holds), ...counts, steps: 0 }
  const steps = lratOf(variables, clauses, found.learned)
  return steps === undefined
    ? { reason: `${about}: what CaDiCaL learned is no proof` }
    : { layout, about, solvable, problem, evidence: lratText(steps), ...counts, steps: steps.length }
}
