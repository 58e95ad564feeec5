/**
 * The memory that work may take. Like `memory_max_size` of z3, it is a fact of the process and no part of a question, so
 * that whoever starts the process sets it once. Without it, as in a browser, memory is not measured.
 */

/** How this process measures its memory, and the most that one piece of work may add to it. */
export interface MemoryLimit {
  readonly megabytes: number
  /** Returns the megabytes that the process holds now, garbage included. */
  readonly used: () => number
  /** The option that raises the limit. */
  readonly raisedBy: string
}

let limit: MemoryLimit | undefined

/** Sets the limit of this process, or of this thread; undefined ends it. */
export const limitMemory = (to: MemoryLimit | undefined): void => {
  limit = to
}

/** Measures what a piece of work takes. */
export interface MemoryMeter {
  /** Returns why the work must end; undefined if it may go on. */
  readonly spent: () => string | undefined
}

const words = 'the memory limit'

/** Returns whether this is the reason of a meter. */
export const isMemoryReason = (reason: string): boolean => reason.startsWith(words)

/**
 * Begins to measure; undefined without a limit. What was held before does not count. As garbage may be freed meanwhile,
 * what was held before is the least that was seen since.
 */
export function memoryMeter(): MemoryMeter | undefined {
  if (limit === undefined) return undefined
  const { megabytes, used, raisedBy } = limit
  let least = used()
  return {
    spent: () => {
      const now = used()
      least = Math.min(least, now)
      return now - least > megabytes
        ? `${words} of ${megabytes} megabytes was reached; ${raisedBy} raises it`
        : undefined
    },
  }
}
