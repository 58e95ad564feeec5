/** The reasons to end a search before it is complete. */

/**
 * Waits for Ctrl-C or the end of the time; `stop` ends the wait for another reason. `end` says which of these two ended
 * it, if one did.
 */
export function untilInterrupted(milliseconds: number | undefined): {
  readonly signal: AbortSignal
  readonly stop: () => void
  readonly end: () => 'interrupted' | 'late' | undefined
} {
  const ending = new AbortController()
  let why: 'interrupted' | 'late' | undefined
  const because = (reason: 'interrupted' | 'late') => () => {
    why ??= reason
    ending.abort()
  }
  const interrupt = because('interrupted')
  process.once('SIGINT', interrupt)
  const timer = milliseconds === undefined ? undefined : setTimeout(because('late'), milliseconds)
  return {
    signal: ending.signal,
    stop: () => ending.abort(),
    end: () => {
      process.off('SIGINT', interrupt)
      clearTimeout(timer)
      return why
    },
  }
}
