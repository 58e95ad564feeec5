/** The verdicts on the questions of a problem that the solver has loaded. */

import type { Question } from '../../litmus/program.js'
import { memoised } from '../../source/memoised.js'
import { once } from '../../source/once.js'
import type { Execution } from '../execution/execution.js'
import { inTurn, manyEvents } from '../execution/in-turn.js'
import { isComplete, isConsistent, reaches } from '../execution/replay.js'
import { uncertainIn } from './certain.js'
import { outcomeOf, type Problem, type QuestionGoals } from './problem.js'
import { notReached, type Unknown, undecided, type Verdict, type Within } from './verdict.js'
import { type Asking, uncovered, within } from './with-problem.js'

/**
 * Returns whether the solver has answered. If it did not within the time for one question, it may within that for
 * another.
 */
const isAnswer = (answer: { readonly kind?: unknown } | undefined): boolean => answer?.kind !== 'unknown'

const isAnswerOrNothing = (answer: { readonly kind: string } | undefined): boolean => answer?.kind !== 'unknown'

/** Returns which loops the bound cuts; it is found when first needed. */
export const limitsOf = (problem: Problem<QuestionGoals>, asking: Asking): (() => Within | Unknown | undefined) =>
  once(
    () => within(problem, asking),
    (limits) => limits === undefined || !('kind' in limits),
  )

/** Returns the executions of a large program that need no search, if they end and meet the demands of the test. */
function completeInTurn({ encoding: { graph, lazily } }: Problem<QuestionGoals>): readonly Execution[] {
  if (lazily.length === 0 || graph.events.length < manyEvents) return []
  return [...inTurn(graph)].filter((one) => isComplete(graph, one))
}

/** Returns the verdict on each question of a problem, among the executions that `asking` considers. */
export function verdicts(
  problem: Problem<QuestionGoals>,
  asking: Asking,
  limits: () => Within | Unknown | undefined = limitsOf(problem, asking),
): (question: Question) => Verdict {
  const { graph, model } = problem.encoding
  const complete = once(() => completeInTurn(problem))
  const isExecution = memoised((one: Execution): boolean => isConsistent(graph, model, one))
  const whetherVacuous = once(
    () => (complete().some(isExecution) ? { kind: 'sat' as const } : asking.check(problem.goals.complete)),
    isAnswer,
  )
  const notCovered = once(() => uncovered(problem, asking), isAnswerOrNothing)
  return (question) => {
    const refusal = notCovered()
    if (refusal !== undefined) return refusal.kind === 'unknown' ? undecided(refusal) : refusal
    const simple = complete().find(
      (one) => reaches(question, graph, one) && uncertainIn(graph, question, one) === undefined && isExecution(one),
    )
    if (simple !== undefined) return { kind: 'allowed', execution: simple }
    const resting = problem.goals.resting.get(question)
    const certain = resting === undefined ? undefined : asking.find(resting.certain)
    if (certain?.kind === 'sat') return { kind: 'allowed', execution: certain.execution }
    if (certain?.kind === 'unknown') return undecided(certain)
    const answer = asking.find(outcomeOf(problem, question))
    if (answer.kind === 'unknown') return undecided(answer)
    if (answer.kind === 'sat') {
      const { execution } = answer
      const uncertain = uncertainIn(graph, question, execution)
      // What every execution reaches, so that every one ends, does not rest on values.
      const isCertain =
        uncertain === undefined || resting === undefined || asking.check(resting.otherwise).kind === 'unsat'
      return isCertain ? { kind: 'allowed', execution } : uncertain
    }
    const any = whetherVacuous()
    if (any.kind === 'unknown') return undecided(any)
    const within = limits()
    if (within !== undefined && 'kind' in within) return undecided(within)
    return notReached(graph, any.kind === 'unsat', within)
  }
}
