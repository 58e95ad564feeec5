/** The texts from which a test is read, besides its file. */

import type { SourceText } from '../source/text.js'

/** A module as a test names it, and its text. */
export interface NamedModule {
  /** The path, as the test gives it. */
  readonly path: string
  /** The options with which nvcc compiles it, as written. One source may be compiled in several ways. */
  readonly options: string | undefined
  readonly source: SourceText
}

/** Returns the module of that name. */
export const moduleNamed = <M extends Pick<NamedModule, 'path' | 'options'>>(
  modules: readonly M[],
  path: string,
  options: string | undefined,
): M | undefined => modules.find((one) => one.path === path && one.options === options)

export interface Origin {
  /** The modules that it names. */
  readonly modules: readonly NamedModule[]
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
