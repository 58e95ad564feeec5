/** Runs in which threads take turns in one memory: what fails there, no fence, order or scope can mend. */

import { undefinedIn } from '../encoder/decide/undefined.js'
import type { Solver } from '../encoder/solver/solver.js'
import { withSteps } from '../encoder/solver/steps.js'
import type { Program, Question } from '../litmus/program.js'
import type { Counterexample } from './counterexample.js'
import { type Demands, judge, mendable } from './judge.js'
import type { InTurn, SearchOptions } from './result.js'
import { sequential } from './sequential.js'

/** The solver takes this many steps in a second or two. */
const stepsInTurn = 300_000

/**
 * Returns a run in which threads take turns and do what they must not. Undefined if the solver gives no answer soon,
 * and for undefined behaviour that waits may remove.
 */
export function inTurn(
  program: Program,
  questions: readonly Question[],
  solver: Solver,
  { model, ...options }: SearchOptions & { readonly bound: number },
  toleratesUndefined: boolean,
): { readonly shown: InTurn; readonly counterexample: Counterexample } | undefined {
  const demands: Demands = {
    forbidden: questions,
    kept: [],
    raceFree: false,
    // A thread that waits for what nobody promises to show it waits for ever in such runs, too.
    ends: false,
    before: { liveness: undefined, undefined: { kind: 'known', found: [] } },
  }
  const limited = withSteps(solver, stepsInTurn)
  const judged = judge(program, { program, edits: [], unsafe: false }, demands, limited, {
    ...options,
    model: sequential(model),
  })
  if (judged.kind !== 'offends') return undefined
  const { counterexample } = judged
  const { graph, execution } = counterexample.reached
  if (counterexample.question === undefined) {
    const reached = undefinedIn(graph, model, execution)
    if (toleratesUndefined || reached.every(({ reason }) => mendable.has(reason))) return undefined
  }
  return { shown: { question: counterexample.question, graph, execution }, counterexample }
}
