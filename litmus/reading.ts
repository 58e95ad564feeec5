/** Options for reading tests. */

export interface Reading {
  /**
   * Accept a name that a herd-style test uses but does not declare as a location of global memory that starts at 0, as other tools do. By
   * default it is an error, since it may be misspelt.
   */
  readonly undeclared?: boolean
}
