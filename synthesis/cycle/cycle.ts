/**
 * A cycle of events as data: the steps of each thread. Communications lead between threads, and follow from the
 * directions.
 */

import type { FencedProxy, Path, ThreadPlace } from '../sketch.js'
import type { Strength } from '../vocabulary.js'

/** The direction of an event: read or write. */
export type Direction = 'R' | 'W'

/**
 * The values of reads and the positions of writes in coherence order: `Rf` from a write to its read, `Fr` from a read
 * to a later write, `Co` between writes.
 */
export type Communication = 'Rf' | 'Fr' | 'Co'

export interface CycleEvent {
  readonly direction: Direction
  /** True if it is one half of an atomic; the other half is in the cycle only if a step `atomic` leads there. */
  readonly isAtomic: boolean
  readonly path: Path
  /** Undefined if nothing states it: then an access is weak, and an atomic has the default of PTX. */
  readonly strength: Strength | undefined
}

export type FenceStep =
  | { readonly kind: 'fence'; readonly strength: Strength }
  | { readonly kind: 'proxy fence'; readonly proxy: FencedProxy }

/** The step from an event of a thread to the next. */
export type CycleStep =
  | {
      readonly kind: 'order'
      readonly isSame: boolean
      readonly isData: boolean
      readonly fences: readonly FenceStep[]
    }
  | { readonly kind: 'communication'; readonly type: Communication }
  | { readonly kind: 'atomic' }

/** The events of one thread, and the steps between them: one fewer. */
export interface Leg {
  readonly place: ThreadPlace
  readonly events: readonly CycleEvent[]
  readonly steps: readonly CycleStep[]
}

/**
 * A cycle of legs. A communication leads from the last event of each leg to the first of the next; a single leg's leads
 * back to its own.
 */
export interface Cycle {
  readonly legs: readonly Leg[]
}

/** Returns the communication from one event to another; none leads from a read to a read. */
export const communicationFrom = (from: Direction, to: Direction): Communication | undefined =>
  from === 'W' ? (to === 'W' ? 'Co' : 'Rf') : to === 'W' ? 'Fr' : undefined

/** The directions of the events at the start and the end of each communication. */
export const ends: { readonly [C in Communication]: readonly [Direction, Direction] } = {
  Rf: ['W', 'R'],
  Fr: ['R', 'W'],
  Co: ['W', 'W'],
}

/** Returns whether a step stays at one location. */
export const staysAt = (step: CycleStep): boolean => step.kind !== 'order' || step.isSame
