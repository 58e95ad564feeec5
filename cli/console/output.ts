/** The place where a command writes: standard output and error, with their colours and width. */

import type { Colors } from 'picocolors/types.js'

/** The place where a command writes, one or more lines at a time. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Shows a line below the output of a terminal, in place of the previous one. Does nothing elsewhere. */
  readonly progress: (line: string) => void
  readonly colours: Colors
  /** The columns of executions in text; if absent, lines are as long as they are. */
  readonly width?: number
}
