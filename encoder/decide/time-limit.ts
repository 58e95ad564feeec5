/** A time limit for a question, however often z3 is asked for its answer. */

export interface TimeLimit {
  /** Milliseconds that are left, 0 if none are; undefined without a limit. */
  readonly left: () => number | undefined
  /** Starts again, for another question. */
  readonly restart: () => void
}

/** Starts a limit of this many milliseconds, or none. */
export function timeLimit(milliseconds: number | undefined): TimeLimit {
  let start = performance.now()
  return {
    left: () => (milliseconds === undefined ? undefined : Math.max(0, milliseconds - (performance.now() - start))),
    restart: () => {
      start = performance.now()
    },
  }
}
