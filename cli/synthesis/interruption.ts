/** The reasons to end a search before it is complete. */

/** Ctrl-C, or the end of its time; `stop` ends it for another reason. `end`: why it was ended, if it was by one of these two. */
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
