import type { Colors } from 'picocolors/types.js'

/** Where a command writes, a line or several at a time. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly colours: Colors
}
