/** The place where a command writes: standard output and error, with their colours and width. */

import type { Colors } from 'picocolors/types.js'

/** The place where a command writes, one or more lines at a time. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Shows a line below the output of a terminal, in place of the previous one. An empty line ends it. */
  readonly progress: (line: string) => void
  /**
   * From now on, standard error gets the line of progress after 10, 30 and 60 s, and then each minute, unless it is a
   * terminal; and the advice once after 20 s. This takes a thread: only commands that may take long ask for it.
   */
  readonly watch?: (advice?: string) => void
  readonly colours: Colors
  /** The columns of executions in text; if absent, lines are as long as they are. */
  readonly width?: number
}
