/** What decides problems: the interface of z3 and of SAT solvers. */

import type { Formula } from '../formula/formula.js'
import type { SmtText } from '../formula/smtlib.js'

/** A running solver, for any number of problems. Close it when it is no longer needed, since it may keep a process alive. */
export interface Solver {
  readonly name: 'z3' | 'sat'
  /** The solver's own version. */
  readonly version: string
  /** Opens a new problem. */
  readonly open: (problem: SmtText) => Session
  /**
   * Returns whether the solver has run out of memory or has ended. It answers nothing any more, and another must be
   * started.
   */
  readonly isSpent: () => boolean
  /** Ends the threads that the solver may have started, which could keep the process alive. */
  readonly close: () => void
}

/** A problem that a solver has loaded. */
export interface Session {
  /** Returns whether the assertions have a solution in which the named Boolean constants hold. */
  readonly check: (assumed: readonly string[], limits?: Limits) => Answer
  /** Adds what later checks must satisfy as well. */
  readonly assert: (assertions: readonly Formula[]) => void
  /** Returns how large the problem is, with the unit. */
  readonly size: () => string
  /** Frees the memory for the problem; no check may follow. */
  readonly close: () => void
}

/** The limits of one check; none by default. */
export interface Limits {
  readonly milliseconds?: number | undefined
  /**
   * Steps as the solver counts them, the same on every machine: z3's `rlimit`, some 100 in a millisecond. A conflict
   * of a SAT solver takes longer, and counts as several (`stepsInConflict`).
   */
  readonly steps?: number | undefined
}

export type Answer =
  /** The constants that matter, by name; any others are free to be false or zero. */
  | { readonly kind: 'sat'; readonly assignment: Assignment }
  | { readonly kind: 'unsat' }
  | { readonly kind: 'unknown'; readonly reason: string }

export type Assignment = ReadonlyMap<string, boolean | bigint>

/** The reasons why there is no answer, besides that time is up. */
export const stepsReason = "the limit of the solver's steps was reached"
const memoryWords = 'ran out of memory'
export const outOfMemoryReason = (solver: string): string => `${solver} ${memoryWords}`
export const isOutOfMemory = (reason: string): boolean => reason.endsWith(memoryWords)
