/** The forms of an encoding. All have the same solutions, and `fuzz/encodings.ts` compares them. */

/** Lean is the cheap one; plain follows the definitions word for word and is the reference. */
export const encodingForms = ['lean', 'plain'] as const

/**
 * Tight does with every program, however small, what lean does with large ones: small programs are those that other
 * procedures also decide.
 */
export type EncodingForm = (typeof encodingForms)[number] | 'tight'

/** The sizes from which on a technique saves more time than it takes. */
export interface Sizes {
  /** The number of pairs to choose from at which the model's own decisions about them are deduced first (`deduced`). */
  readonly deduced: number
  /**
   * The number of atomics at a location from which what they read and return follows from one order (`counters`).
   */
  readonly counted: number
  /** The most numbers that a counter adds before its results are variables: the sums of more are too many for cases. */
  readonly summed: number
  /** The most clauses that make an order transitive before they are stated lazily. */
  readonly transitivity: number
  /** The most pairs of a relation before its cycles are excluded lazily. */
  readonly acyclic: number
  /** The most ways in which from-reads may arise before they become variables whose definition is stated lazily. */
  readonly fromReads: number
  /**
   * The most events before costly relations are stated as far as solutions need them, and the most of their pairs that
   * may then matter: each takes a round of the solver.
   */
  readonly relatedFrom: number
  readonly related: number
  /** The most events before they are stated so, however many of their pairs may matter. */
  readonly allRelatedFrom: number
}

const never = Number.POSITIVE_INFINITY

/** The most pairs of costly relations that are stated as solutions need them; of more, the text would be too long. */
export const mostRelated = 200_000

export const sizesOf: { readonly [F in EncodingForm]: Sizes } = {
  lean: {
    deduced: 60,
    counted: 3,
    summed: 5,
    transitivity: 100_000,
    acyclic: 400,
    fromReads: 150_000,
    relatedFrom: 140,
    related: 3_500,
    allRelatedFrom: 500,
  },
  tight: {
    deduced: 0,
    counted: 1,
    summed: 0,
    transitivity: 0,
    acyclic: 0,
    fromReads: 0,
    relatedFrom: 0,
    related: mostRelated,
    allRelatedFrom: 0,
  },
  plain: {
    deduced: never,
    counted: never,
    summed: never,
    transitivity: never,
    acyclic: never,
    fromReads: never,
    relatedFrom: never,
    related: 0,
    allRelatedFrom: never,
  },
}
