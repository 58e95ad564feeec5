/** The inputs of asynchronous instructions, and the records that they add to while threads run. */

import type { AsyncGroup } from '../../../litmus/instructions/async-groups.js'
import type { Expression, Predicate } from '../../values/expression.js'
import type { Performed } from '../control/performed.js'
import type { Commit, GuardedPair, Origin } from '../graph/event.js'
import type { Extent, Pieces } from '../memory/pieces.js'
import type { MemoryRecording, MemoryRunning } from '../memory/recording.js'

/** The facts about asynchronous operations that are known before threads run. */
export interface AsyncRunning extends MemoryRunning {
  /**
   * The division of asynchronous copies into pieces; undefined while it is unknown, when they have no reads and writes.
   */
  readonly pieces?: Pieces
  /** The addresses that tensor maps may hold, by their locations; if nothing changes the map, there is only one. */
  readonly maps?: ReadonlyMap<number, readonly bigint[]>
}

/** An asynchronous operation that a later wait of its thread may wait for. */
interface Pending {
  readonly thread: number
  readonly of: AsyncGroup['of']
  /** The number of groups that its thread had committed before, of 32 bits. */
  readonly group: Expression
  /** The number of an operation of `wgmma` among those of its thread, from 1 on. */
  readonly number?: Expression
  readonly reads: readonly number[]
  readonly writes: readonly number[]
  /** Holds if the thread issues it. */
  readonly when: Predicate
}

/** A request to cancel a cluster: what issues it, its first write, and the cluster, from 1, or 0 if it fails. */
export interface LaunchRequest extends Origin {
  readonly issued: number
  readonly write: number
  readonly chosen: Expression
  readonly guard: Predicate
}

/** A thread that finds out that a request failed. */
export interface SeenFailure extends Origin {
  /** The number of events before it. */
  readonly at: number
  /** The last of the reads that return the response, if it comes from memory. */
  readonly read: number | undefined
  readonly when: Predicate
}

/** A write to an mbarrier. */
export interface Operated {
  readonly does: 'init' | 'inval' | 'count'
  readonly write: number
  readonly performed: Pick<Performed, 'thread' | 'step'>
}

/** The new value of a tensor map: an address, or a copy of another map. */
export interface MapChange {
  readonly map: number
  readonly by: { readonly address: bigint } | { readonly map: number }
}

/** A thread that comes to an instruction of its warpgroup. */
export interface WarpgroupUse extends Origin {
  /** How often the thread has come to such an instruction before, of 32 bits. */
  readonly count: Expression
  readonly guard: Predicate
  /** Equal for instructions at which threads may meet. */
  readonly words: string
  /** The descriptors of `wgmma.mma_async`. */
  readonly descriptors: readonly Expression[]
  /** The event of `setmaxnreg`, if the thread is the first of its warp. */
  readonly registers?: number
  /** The reads of the part of its warp, if the thread is the first of it. */
  readonly reads: readonly number[]
}

/** The records so far, including those of asynchronous operations. */
export interface AsyncRecording extends MemoryRecording {
  readonly running: AsyncRunning
  readonly issue: GuardedPair[]
  readonly async_order: GuardedPair[]
  readonly completed: GuardedPair[]
  readonly one_operation: GuardedPair[]
  readonly warpgroups: WarpgroupUse[]
  readonly commits: Commit[]
  readonly extents: Extent[]
  readonly pending: Pending[]
  readonly mbarriers: Operated[]
  readonly changes: MapChange[]
  /** The requests to cancel launches, and the failures that threads find out about. */
  readonly requests: LaunchRequest[]
  readonly failures: SeenFailure[]
  /** The waits that may give up, and when they do not. */
  readonly failing: { readonly event: number; readonly patient: Predicate }[]
}
