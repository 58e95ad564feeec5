/** The bound on the rounds of loops. */

/** The most times that a loop's body is executed, unless the user says otherwise or constants determine its end. */
export const defaultBound = 2

/**
 * The purpose for which executions are examined: only their final states, or also everything executed in them. Rounds
 * of a loop that only wait change no final state, so none of them is needed; but their accesses may race. One such
 * round of each loop is enough for that: the execution is still consistent without all others, and two accesses of a
 * thread that only read do not race.
 */
export type LookedAt = 'final states' | 'accesses'
