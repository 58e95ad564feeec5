/** Shows the progress of work on one line. */

const width = 30

/** Draws `[=====     ] 5/10 files`. */
export function progressBar(done: number, total: number, what: string): string {
  const filled = Math.round((width * done) / Math.max(1, total))
  return `[${'='.repeat(filled)}${' '.repeat(width - filled)}] ${done}/${total} ${what}`
}
