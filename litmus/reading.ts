/** What those who read tests can choose. */

export interface Reading {
  /**
   * A name that a herd-style test uses and does not declare is a location of global memory that starts at 0, as other tools have it. Without,
   * it is an error: it may be misspelt.
   */
  readonly undeclared?: boolean
}
