/**
 * A time limit for a question, however often the solver is asked for its answer, and for work between such questions.
 */

import type { GoesOn } from '../../source/limited.js'

export interface TimeLimit {
  /** Milliseconds that are left, 0 if none are; undefined without a limit. */
  readonly left: () => number | undefined
  /** Returns whether there is time left. */
  readonly goesOn: GoesOn
  /** Starts again, for another question. */
  readonly restart: () => void
}

/** Starts a limit of this many milliseconds, or none. */
export function timeLimit(milliseconds: number | undefined): TimeLimit {
  let start = performance.now()
  const left = (): number | undefined =>
    milliseconds === undefined ? undefined : Math.max(0, milliseconds - (performance.now() - start))
  return {
    left,
    goesOn: () => left() !== 0,
    restart: () => {
      start = performance.now()
    },
  }
}

/**
 * The time for what is asked of a program: this many milliseconds for each question, no limit, or one limit for all
 * questions, in all layouts of memory, and for work between them.
 */
export type Patience = number | undefined | TimeLimit

/** Returns the limit of some questions. One for all of them does not start again. */
export const limitOf = (patience: Patience): TimeLimit =>
  typeof patience === 'object' ? { ...patience, restart: () => undefined } : timeLimit(patience)

/**
 * Returns the time for questions that are part of a search: where `goesOn` ends the search, the milliseconds begin now,
 * and are for all of its questions together.
 */
export const patienceIn = (goesOn: GoesOn | undefined, milliseconds: number | undefined): Patience =>
  goesOn === undefined ? milliseconds : timeLimit(milliseconds)

/** Returns whether there is time to build: as `goesOn` says, or else for as long as the solver may take. */
export const timeToBuild = (goesOn: GoesOn | undefined, timeout: number | undefined): GoesOn =>
  goesOn ?? timeLimit(timeout).goesOn

/**
 * Returns the limit for what an answer must still say after a search within another limit: a tenth of that limit, or
 * what is left of it if that is more.
 */
export const afterwards = (milliseconds: number | undefined, { left }: TimeLimit): TimeLimit =>
  timeLimit(milliseconds === undefined ? undefined : Math.max(left() ?? 0, milliseconds / 10))
