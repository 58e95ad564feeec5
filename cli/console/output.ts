/** The place where a command writes: standard output and error, with their colours and width. */

import type { Colors } from 'picocolors/types.js'

/** Where a command writes, a line or several at a time. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** On a terminal, shows a line below the output, in place of the one before. Elsewhere it does nothing. */
  readonly progress: (line: string) => void
  readonly colours: Colors
  /** The columns of a terminal; absent elsewhere, where lines are as long as they are. */
  readonly width?: number
}
