/** A cycle of events as data: what each thread does, step by step. Between the threads lead communications, which follow from the directions. */

import type { FencedProxy, Path, ThreadPlace } from '../sketch.js'
import type { Strength } from '../vocabulary.js'

/** Whether an event is a read or a write. */
export type Direction = 'R' | 'W'

/** What reads return and where writes come in coherence order: `Rf` from a write to its read, `Fr` from a read to a later write, `Co` between writes. */
export type Communication = 'Rf' | 'Fr' | 'Co'

export interface CycleEvent {
  readonly direction: Direction
  /** It is one half of an atomic; the other half is in the cycle only if a step `atomic` leads there. */
  readonly isAtomic: boolean
  readonly path: Path
  /** undefined where nothing says so: weak, or of an atomic what PTX gives one without words. */
  readonly strength: Strength | undefined
}

export type FenceStep =
  | { readonly kind: 'fence'; readonly strength: Strength }
  | { readonly kind: 'proxy fence'; readonly proxy: FencedProxy }

/** How an event of a thread leads to the next. */
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

/** From the last event of each leg, a communication leads to the first of the next; of a single leg, back to its own. */
export interface Cycle {
  readonly legs: readonly Leg[]
}

/** The communication from one event to another; none leads from a read to a read. */
export const communicationFrom = (from: Direction, to: Direction): Communication | undefined =>
  from === 'W' ? (to === 'W' ? 'Co' : 'Rf') : to === 'W' ? 'Fr' : undefined

/** Where each communication leads from and to. */
export const ends: { readonly [C in Communication]: readonly [Direction, Direction] } = {
  Rf: ['W', 'R'],
  Fr: ['R', 'W'],
  Co: ['W', 'W'],
}

/** Whether a step stays at one location. */
export const staysAt = (step: CycleStep): boolean => step.kind !== 'order' || step.isSame
