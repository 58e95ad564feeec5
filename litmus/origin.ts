/** What a test is read from besides its file. */

import type { SourceText } from '../source/text.js'

export interface Origin {
  /** The modules that it names, each by its path from the test. */
  readonly modules: readonly { readonly path: string; readonly source: SourceText }[]
  /** The launches of a module that the command line launches. */
  readonly launching?: Launching
}

/**
 * Launches of a module's entries, one after the other, and questions about memory after them; each is a separate text.
 */
export interface Launching {
  /**
   * The launches, such as `k<<<2, 32>>>(x: u32[4] = {1, 2}, 5)`: an argument with a type is an object, which is passed
   * by its address.
   */
  readonly launches: readonly SourceText[]
  readonly asked: readonly { readonly question: 'permit' | 'assert' | 'check'; readonly source: SourceText }[]
}
