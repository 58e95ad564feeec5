import type { Colors } from 'picocolors/types.js'

/** Where a command writes, a line or several at a time. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Shows a line in place of the one before on a terminal, below what was written; elsewhere nothing. */
  readonly progress: (line: string) => void
  readonly colours: Colors
}
