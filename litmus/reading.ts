/** Options for reading tests. */

import type { SourceText } from '../source/text.js'
import type { Launching } from './origin.js'

/** The text of a file that a test names, by its path from that test and the options with which it is compiled, or why there is none. */
export type Load = (
  path: string,
  from: SourceText,
  options?: string,
) => { readonly ok: true; readonly source: SourceText } | { readonly ok: false; readonly reason: string }

export interface Reading {
  /**
   * Accept a name that a herd-style test uses but does not declare as a location of global memory that starts at 0, as other tools do. By
   * default it is an error, since it may be misspelt.
   */
  readonly undeclared?: boolean
  /** Opens the modules that tests name. Without it, they are errors. */
  readonly load?: Load
  /** Waits of compiled kernels may time out. By default, code is read without its time-outs, and answers say so. */
  readonly timeouts?: boolean | undefined
  /** Read a module of PTX instead of a test: how its kernels are launched. */
  readonly launching?: Launching
}
