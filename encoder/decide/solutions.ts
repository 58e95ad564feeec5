/** Solutions one after the other: each is blocked before the next is asked for, in one session with z3. */

import type { Question } from '../../litmus/program.js'
import type { Execution } from '../execution/execution.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import type { SmtText } from '../formula/smtlib.js'
import type { Session } from '../solver/smt.js'
import { believed, InternalError, reasonOf } from './decide.js'
import { ifNotTooLarge } from './limits.js'

export interface Search {
  readonly encoding: Encoding
  readonly smt: SmtText
  /** In which z3 has taken in the text. */
  readonly session: Session
  /** What is wanted of an execution, by its constant, and the question whose outcome that is; any execution without. */
  readonly goal?: { readonly question?: Question; readonly name: string }
  /** What holds in the executions that count as the same as this one. */
  readonly same: (execution: Execution) => Formula
  /** Milliseconds for each check. */
  readonly timeout?: number | undefined
}

/** How a search ends: nothing is left, or nobody knows. */
export type SearchEnd = { readonly kind: 'complete' } | { readonly kind: 'undecided'; readonly reason: string }

/** Consistent executions, no two of which are the same, each replayed before it is believed. Throws `InternalError` if one does not replay. */
export function* solutions({ encoding, smt, session, goal, same, timeout }: Search): Generator<Execution, SearchEnd> {
  for (;;) {
    const answer = session.check(goal === undefined ? [] : [goal.name], timeout)
    if (answer.kind === 'unsat') return { kind: 'complete' }
    if (answer.kind === 'unknown') return { kind: 'undecided', reason: reasonOf(answer) }
    const execution = believed(encoding, answer.assignment, goal?.question)
    yield execution
    const known = ifNotTooLarge(() => same(execution))
    if ('tooLarge' in known) return { kind: 'undecided', reason: known.tooLarge }
    // It would be found again and again.
    if (known.built === encoding.builder.ff) throw new InternalError('an execution is not the same as itself')
    session.assert(smt.more([encoding.builder.not(known.built)]))
  }
}

/** How a list ends: with everything, at the limit, for a reason, or before it begins. */
export type Ending =
  | SearchEnd
  | { readonly kind: 'limited' }
  | { readonly kind: 'not covered'; readonly reason: string }

export interface Listed<T> {
  readonly found: readonly T[]
  readonly ending: Ending
}

/** One item, if there is any; whether there are more is not asked. */
export function first<T>(items: Generator<T, SearchEnd>): Listed<T> {
  const next = items.next()
  return next.done === true ? { found: [], ending: next.value } : { found: [next.value], ending: { kind: 'limited' } }
}

/** As many items as the limit allows; that there are more is known, not guessed. */
export function upTo<T>(limit: number, items: Generator<T, SearchEnd>): Listed<T> {
  const found: T[] = []
  for (;;) {
    const next = items.next()
    if (next.done === true) return { found, ending: next.value }
    if (found.length === limit) return { found, ending: { kind: 'limited' } }
    found.push(next.value)
  }
}
