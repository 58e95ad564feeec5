/** Solutions one after the other: each is blocked before the solver is asked for the next, in one session. */

import { limited } from '../../source/limited.js'
import type { Execution } from '../execution/execution.js'
import type { Formula } from '../formula/formula.js'
import type { Goal } from '../formula/smtlib.js'
import { InternalError, type Undecided, undecided } from './verdict.js'
import type { OpenProblem } from './with-problem.js'

/** The end of a search: it is complete, or undecided. */
export type SearchEnd = { readonly kind: 'complete' } | Undecided

/**
 * Yields consistent executions that meet the goal, all different, each verified by replay. `same` gives the condition
 * of executions that count as the same as a given one. Throws `InternalError` if one does not replay.
 */
export function* solutions(
  { find, exclude }: OpenProblem,
  goal: Goal,
  same: (execution: Execution) => Formula,
): Generator<Execution, SearchEnd> {
  for (;;) {
    const answer = find(goal)
    if (answer.kind === 'unsat') return { kind: 'complete' }
    if (answer.kind === 'unknown') return undecided(answer)
    const { execution } = answer
    yield execution
    const exclusion = limited(() => {
      const formula = same(execution)
      // Otherwise the solver would find it again and again.
      if (formula.kind === 'false') throw new InternalError('an execution is not the same as itself')
      exclude(formula)
    })
    if ('tooLarge' in exclusion) return { kind: 'undecided', reason: exclusion.tooLarge }
  }
}

/** Yields the same for executions that meet one of the goals, each once. */
export function* solutionsOfAny(
  open: OpenProblem,
  goals: readonly Goal[],
  same: (execution: Execution) => Formula,
): Generator<Execution, SearchEnd> {
  for (const goal of goals) {
    const end = yield* solutions(open, goal, same)
    if (end.kind !== 'complete') return end
  }
  return { kind: 'complete' }
}

/** The end of a list: everything, the limit, a reason, or before it begins. */
export type Ending =
  | SearchEnd
  | { readonly kind: 'limited' }
  | { readonly kind: 'not covered'; readonly reason: string }

export interface Found<T> {
  readonly found: readonly T[]
  readonly ending: Ending
}

/** Returns the first item, if there is one, without asking for more. */
export function first<T>(items: Generator<T, SearchEnd>): Found<T> {
  const next = items.next()
  return next.done === true ? { found: [], ending: next.value } : { found: [next.value], ending: { kind: 'limited' } }
}

/** Returns as many items as the limit allows, and whether another one was found. */
export function upTo<T>(limit: number, items: Generator<T, SearchEnd>): Found<T> {
  const listed: T[] = []
  for (;;) {
    const next = items.next()
    if (next.done === true) return { found: listed, ending: next.value }
    if (listed.length === limit) return { found: listed, ending: { kind: 'limited' } }
    listed.push(next.value)
  }
}
