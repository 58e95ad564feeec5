/** The choices of an execution, in any logic. */

import type { Relation } from './relation.js'

/** The choices of an execution. */
export interface Chosen<B> {
  /** The events that are executed. */
  readonly executed: readonly B[]
  readonly rf: Relation<B>
  /** The write from which a read of several cells takes each cell. */
  readonly parts: readonly ChosenPart<B>[]
  readonly co: Relation<B>
  readonly sync_fence: Relation<B>
  /** Pairs from the arrivals at barriers of CTAs and of clusters to the waits that saw them. */
  readonly seen: Relation<B>
}

/** A pair that an execution may choose, and when it does. */
export type ChosenPair<B> = readonly [from: number, to: number, when: B]

/** The choice that a read takes a cell from a write. */
export interface ChosenPart<B> {
  readonly read: number
  readonly cell: number
  readonly write: number
  readonly when: B
}
