/** Fences that do not order two accesses, and why. */

import type { BaseSet } from '../axioms/algebra/names.js'
import type { Event } from '../encoder/events/graph/event.js'

/** A fence that does not order two accesses, and why. Events are named by their ids. */
export interface IdleFence {
  readonly fence: number
  readonly why: Why
}

export type Why =
  /** It comes before the access that it should release, or after the one that should come after it. */
  | { readonly kind: 'wrong side'; readonly of: 'release' | 'acquire'; readonly access: number }
  /** It comes before the step by which its thread learns of the access of another thread, or after the one by which it tells another thread. */
  | {
      readonly kind: 'wrong side of a step'
      readonly of: 'release' | 'acquire'
      readonly step: number
      readonly access: number
    }
  /** It comes after the write that others observe, or before the read that observes it. */
  | { readonly kind: 'wrong side of the signal'; readonly of: 'release' | 'acquire'; readonly signal: number }
  /** Its order is of the other kind. */
  | { readonly kind: 'one way'; readonly of: 'release' | 'acquire' }
  /** The scope of the fence, or of the access by which it releases or acquires, leaves a thread out. */
  | { readonly kind: 'scope'; readonly event: number; readonly other: number }
  /** A weak access takes no part in synchronisation. */
  | { readonly kind: 'weak'; readonly access: number; readonly of: 'release' | 'acquire' }
  /** The read that should observe the write reads from another one, or from the initial value. */
  | { readonly kind: 'not observed'; readonly write: number; readonly read: number; readonly from: number | undefined }
  /** The other thread does not release before its write, or does not acquire after its read. */
  | {
      readonly kind: 'no partner'
      readonly lacks: 'release' | 'acquire'
      readonly signal: number
      readonly access: number
    }
  /** It is in the right order, but the write that is observed, or the read that observes it, is of another thread. */
  | { readonly kind: 'other thread signals'; readonly of: 'release' | 'acquire'; readonly signal: number }
  /** A fence of another proxy than the one of the access. */
  | { readonly kind: 'other proxy'; readonly access: number }
  /** It is in a thread that makes neither of the two accesses, or if there is no `other`, not the one by the other proxy. */
  | { readonly kind: 'other thread'; readonly access: number; readonly other?: number }
  /** Fences of one thread each order a write before a later read only if both are sequentially consistent. */
  | { readonly kind: 'not sequentially consistent'; readonly other: number }

/** Returns the thread of an event. */
export const threadOf = ({ origin }: Event): number | undefined => origin?.thread

const orders: readonly BaseSet[] = ['RLX', 'ACQ', 'REL', 'ACQ_REL']

/** Returns whether an event takes part in synchronisation: it is no weak access, and no fence of a proxy alone. */
export const isStrong = ({ sets }: Event): boolean => sets.some((set) => orders.includes(set))
