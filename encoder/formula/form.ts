/** The forms of an encoding. All have the same solutions, and `fuzz/encodings.ts` compares them. */

/** Lean is the cheap one; plain follows the definitions word for word and is the reference. */
export const encodingForms = ['lean', 'plain'] as const

/** Tight does with every program, however small, what lean does with large ones: small programs are those that other procedures decide, too. */
export type EncodingForm = (typeof encodingForms)[number] | 'tight'

/** The sizes from which on a technique saves more time than it takes. */
export interface Sizes {
  /** How many pairs an execution must choose among for the model to be asked what it decides of them (`deduced`). */
  readonly deduced: number
  /** How many atomics must add to a location for their order to be left out of what they return (`counters`). */
  readonly counted: number
  /** How many clauses make an order transitive at most before they are stated lazily. */
  readonly transitivity: number
  /** How many pairs a relation has at most before its cycles are excluded lazily. */
  readonly acyclic: number
  /**
   * The most ways in which from-reads may come about before they become variables that are tied to their definition
   * lazily.
   */
  readonly fromReads: number
}

const never = Number.POSITIVE_INFINITY

export const sizesOf: { readonly [F in EncodingForm]: Sizes } = {
  lean: { deduced: 60, counted: 5, transitivity: 4_000, acyclic: 400, fromReads: 150_000 },
  tight: { deduced: 0, counted: 1, transitivity: 0, acyclic: 0, fromReads: 0 },
  plain: { deduced: never, counted: never, transitivity: never, acyclic: never, fromReads: never },
}
