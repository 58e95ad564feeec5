/** A time limit for a question, however often z3 is asked for its answer, and for work between such questions. */

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

/** Returns whether there is time to build: as `goesOn` says, or else for as long as z3 may take. */
export const timeToBuild = (goesOn: GoesOn | undefined, timeout: number | undefined): GoesOn =>
  goesOn ?? timeLimit(timeout).goesOn

/**
 * Returns the limit for what an answer must still say after a search within another limit: a fifth of that limit, or
 * what is left of it if that is more.
 */
export const afterwards = (milliseconds: number | undefined, { left }: TimeLimit): TimeLimit =>
  timeLimit(milliseconds === undefined ? undefined : Math.max(left() ?? 0, milliseconds / 5))
