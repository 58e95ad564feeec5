/** The bound on the rounds of loops. */

/** How often a loop's body is executed at most, unless the user says otherwise or its end is computed from constants. */
export const defaultBound = 2

/**
 * What executions are examined for: only their final states, or also everything executed in them. Rounds of a loop that only wait change no
 * final state, so none of them is needed; but their accesses may race. One such round of each loop is enough for that: without all others
 * the execution is still consistent, and two accesses of a thread that only read do not race.
 */
export type LookedAt = 'final states' | 'accesses'
