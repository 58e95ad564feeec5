/** The operations on truth values that an interpreter needs. Over booleans it computes; over formulas it builds. */

export interface Logic<B> {
  readonly tt: B
  readonly ff: B
  readonly not: (operand: B) => B
  readonly and: (left: B, right: B) => B
  readonly or: (left: B, right: B) => B
  readonly all: (operands: readonly B[]) => B
  readonly any: (operands: readonly B[]) => B
  /**
   * Returns whether the conclusion is known to hold wherever both premises do, so that these add nothing to it. Without
   * this function, nothing is known.
   */
  readonly follows?: (conclusion: B, first: B, second: B) => boolean
  /**
   * Returns the condition that a relation, given by its rows, is acyclic; undefined if its cycles must be listed. If
   * absent, they always are.
   */
  readonly acyclic?: (relation: readonly ReadonlyMap<number, B>[]) => B | undefined
}

export const booleans: Logic<boolean> = {
  tt: true,
  ff: false,
  not: (operand) => !operand,
  and: (left, right) => left && right,
  or: (left, right) => left || right,
  all: (operands) => operands.every(Boolean),
  any: (operands) => operands.some(Boolean),
}
