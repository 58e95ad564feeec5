/** Options for reading tests. */

import type { SourceText } from '../source/text.js'
import type { Launching } from './origin.js'

/**
 * The text of a file that a test names, by its path from that test and the options with which it is compiled, or why
 * there is none.
 */
export type Load = (
  path: string,
  from: SourceText,
  options?: string,
) => { readonly ok: true; readonly source: SourceText } | { readonly ok: false; readonly reason: string }

/** The options of `readTests`. None is necessary. */
export interface Reading {
  /**
   * Accepts undeclared names in herd-style tests as locations of global memory that start at 0, as other tools do. By
   * default they are errors, since they may be misspelt.
   */
  readonly undeclared?: boolean
  /** Opens the modules that tests name. If absent, naming one is an error. */
  readonly load?: Load
  /**
   * Lets the waits of compiled kernels time out. By default, time-outs are removed from the code, and answers say so.
   */
  readonly timeouts?: boolean | undefined
  /** Accepts tests without a question. By default that is an error, since there is nothing to decide. */
  readonly unasked?: boolean
  /** Reads a module of PTX instead of a test, and says how its kernels are launched. */
  readonly launching?: Launching
}
