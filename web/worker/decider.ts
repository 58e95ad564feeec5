/** Decides with a solver, or by brute force if none runs. */

import { answersOf } from '../../answers/answer.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { bruteForce, bruteOutcomes } from '../../encoder/decide/brute.js'
import { decide } from '../../encoder/decide/decide.js'
import { type Outcomes, outcomes } from '../../encoder/decide/outcomes.js'
import type { Decision } from '../../encoder/decide/verdict.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { Program } from '../../litmus/program.js'

/** The maximum number of final states that a page lists. */
export const mostStates = 200

/** What works on a query that can take long. */
export interface Working {
  readonly solver: Solver
  /** Receives how far the work is, in words. */
  readonly progress: (text: string) => void
}

/** Returns the verdicts, and the verdicts as judged with those of the strict form of the model. */
export function decided(test: Program, model: Model, solver: Solver | undefined) {
  const again = (one: Program, model: Model): Decision =>
    solver === undefined ? bruteForce(one, model) : decide(one, solver, { model })
  const decision = again(test, model)
  return { decision, answers: answersOf(decision, again) }
}

/** Lists the final states. */
export function listed(test: Program, model: Model, solver: Solver | undefined): Outcomes {
  const options = { model, limit: mostStates, besides: [] }
  return solver === undefined ? bruteOutcomes(test, options) : outcomes(test, solver, options)
}
