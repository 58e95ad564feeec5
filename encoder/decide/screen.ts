/**
 * Screens: a smaller problem about a program in which many threads do the same. It considers only executions in which
 * these threads come in one order, at one of their steps (`formula/symmetry.ts`), and so it is much smaller. An
 * execution of the screen is one of the program. If none of them reaches an outcome that is asked about, waits for ever,
 * is cut by the bound, or is undefined, no execution does. So the screen answers whether an outcome is reached, and
 * shows how, in programs that always end and are never undefined. Other programs are decided as a whole, and show the
 * execution that they always show.
 *
 * Let an execution go wrong in one of these ways. In each class, the steps are related by a partial order, `co` or
 * Fence-SC order. Number the threads of the class so that the order leads from lower to higher numbers only, and apply
 * the exchanges that give each thread the place of its number. Each exchange is an automorphism of the event graph
 * (`formula/exchange.ts`), so the result is a consistent execution, which goes wrong in the same way. Exchanges of other
 * classes leave the order of this one. In the result the steps are in the order of the text, wherever they are in any.
 * So it is one of those that the screen considers.
 *
 * Where two steps are always ordered, the screen states that the first comes first; otherwise, that the second does not.
 */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Question } from '../../litmus/program.js'
import type { EventGraph } from '../events/graph/event.js'
import { inTurn } from '../execution/in-turn.js'
import { isComplete, isConsistent } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Goal } from '../formula/smtlib.js'
import { type AlikeThreads, alikeThreads, orderOf } from '../formula/symmetry.js'
import type { Solver } from '../solver/solver.js'
import {
  buildProblem,
  type MakeGoal,
  type Problem,
  type ProblemOptions,
  type QuestionGoals,
  questionGoals,
  reachedIn,
} from './problem.js'
import type { Patience } from './time-limit.js'
import { mayBeUncovered } from './uncovered.js'
import { decidingUnknowns } from './unknown-answers.js'
import { type Answered, noUndefined } from './verdict.js'
import { limitsOf, verdicts } from './verdicts.js'
import { usedUninitialised, withProblem } from './with-problem.js'

/** The goals of a screen besides the questions: a hang, and any undefined behaviour. */
export type ScreenGoals = QuestionGoals & { readonly hang: Goal; readonly anyUndefined: Goal }

/** The threads that must do the same for a screen to be worth its time. */
const usuallyAlike = 4

/**
 * Returns the classes of threads that can be exchanged without a change to anything that a screen answers; none if there
 * are asynchronous operations.
 */
export function alikeOnScreen(graph: EventGraph, model: Model): readonly AlikeThreads[] {
  // Exchanges are not compared with what makes a program not covered, nor with dependent launches. Random programs with
  // asynchronous operations were not compared with others.
  if (mayBeUncovered(graph) || graph.trigger.length > 0 || graph.trigger_order.length > 0) return []
  if (graph.issue.length > 0 || graph.completed.length > 0) return []
  return alikeThreads(graph, model, [
    ...graph.program.questions.map(({ condition }) => ({ kind: 'condition', condition }) as const),
    { kind: 'hang' },
    { kind: 'cut' },
    { kind: 'undefined', model },
  ])
}

/**
 * Returns the screen of a program under a model, given the threads that are alike; undefined if these are few, or if it is
 * too large as well.
 */
export function screenOf(
  graph: EventGraph,
  model: Model,
  alike: readonly AlikeThreads[],
  options: ProblemOptions,
  fewestAlike: number = usuallyAlike,
): Problem<ScreenGoals> | undefined {
  const inOrder = orderOf(alike)
  if (!inOrder.some(({ length }) => length >= fewestAlike)) return undefined
  const pose = (encoding: Encoding, goal: MakeGoal): ScreenGoals => ({
    ...questionGoals(encoding, goal),
    hang: goal(encoding.hang()),
    anyUndefined: goal(encoding.builder.any(graph.undefined.map(reachedIn(encoding)))),
  })
  const problem = buildProblem(graph, model, pose, { ...options, inOrder })
  return 'kind' in problem ? undefined : problem
}

/** The answers of a screen, and the milliseconds that the solver took to load it. */
export interface Screened {
  readonly answers: readonly Answered[]
  readonly load: number
}

/**
 * Returns the answers to these questions, if the screen shows that every execution ends, that some does, and that
 * nothing is undefined; otherwise undefined. Unknown values have the
 * numbers of `graph`, to which the answers refer.
 */
export function screened(
  problem: Problem<ScreenGoals>,
  solver: Solver,
  patience: Patience,
  questions: readonly Question[],
  graph: EventGraph = problem.encoding.graph,
): Screened | undefined {
  return withProblem(problem, solver, patience, (open) => {
    const { hang, anyUndefined } = problem.goals
    const isNever = (goal: Goal): boolean => goal.formula.kind === 'false' || open.check(goal).kind === 'unsat'
    const limits = limitsOf(problem, open)
    const verdictOn = verdicts(problem, open, limits)
    const unknownsOf = decidingUnknowns(graph)
    const isUsed = usedUninitialised(problem, open)
    const answers: Answered[] = []
    for (const question of questions) {
      open.nextQuestion()
      const began = performance.now()
      const verdict = verdictOn(question)
      if (verdict.kind === 'undecided' || verdict.kind === 'not covered') return undefined
      if (verdict.kind === 'forbidden' && verdict.vacuous) return undefined
      if (answers.length === 0 && !(limits() === undefined && isNever(hang) && isNever(anyUndefined))) return undefined
      const unknowns = unknownsOf(question, isUsed)
      const solve = performance.now() - began
      answers.push({ question, verdict, liveness: { kind: 'ends' }, unknowns, undefined: noUndefined, solve })
    }
    return { answers, load: open.load }
  })
}

/**
 * Returns the answers to these questions of the program of `graph`, if the screen of a program without its last waits
 * shows that no outcome is reached and nothing else goes wrong (`last-waits.ts`); otherwise undefined. Some execution must
 * end, and one of those that need no search does.
 */
export function screenedShortly(
  shorter: Problem<ScreenGoals>,
  graph: EventGraph,
  model: Model,
  solver: Solver,
  patience: Patience,
  questions: readonly Question[],
): Screened | undefined {
  const found = screened(shorter, solver, patience, questions, graph)
  return found?.answers.every(({ verdict }) => verdict.kind === 'forbidden') && endsInTurn(graph, model)
    ? found
    : undefined
}

/** Returns whether an execution that needs no search ends. */
export const endsInTurn = (graph: EventGraph, model: Model): boolean =>
  [...inTurn(graph)].some((one) => isComplete(graph, one) && isConsistent(graph, model, one))
