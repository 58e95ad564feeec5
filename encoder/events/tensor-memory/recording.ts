/** The records that instructions for Tensor Memory add to while threads run. */

import type { Tcgen05 } from '../../../litmus/instructions/tensor-memory.js'
import type { Expression, Predicate } from '../../values/expression.js'
import type { Origin, TensorCells } from '../graph/event.js'
import type { WarpgroupRecording } from '../warpgroups/warpgroups.js'

/** An allocation: the columns that it gets, which are the same for all threads. */
export interface Allocation extends Origin {
  readonly cta: string
  readonly column: number
  readonly columns: number
  /** The event that stores the address. */
  readonly event: number
  readonly guard: Predicate
}

/** A thread that comes to an instruction of the family. */
export interface TensorUse extends Origin {
  readonly cta: string
  readonly group: Tcgen05['group']
  readonly does: Tcgen05['does']['action']
  readonly mnemonic: string
  /** How often the thread has come to such an instruction before, of 32 bits. */
  readonly count: Expression
  readonly guard: Predicate
  /** What the first thread of the warp does: accesses to Tensor Memory, an allocation, what frees. */
  readonly events: readonly number[]
}

/** Cells that an access certainly has, which must be allocated. */
export interface CertainCells extends Origin {
  readonly event: number
  readonly cells: readonly TensorCells[]
  readonly guard: Predicate
}

/** A deallocation: the address and the number of columns. */
export interface Deallocation extends Origin {
  readonly cta: string
  readonly event: number
  readonly address: Expression
  readonly columns: Expression
  readonly guard: Predicate
}

/** Operations that `tcgen05.commit` or `tcgen05.wait` of the thread waits for. */
interface PendingTensor {
  readonly thread: number
  readonly of: 'commit' | 'ld' | 'st'
  readonly group: Tcgen05['group']
  readonly events: readonly number[]
  readonly when: Predicate
}

export interface TensorRecords {
  readonly allocations: Allocation[]
  readonly deallocations: Deallocation[]
  readonly tensorUses: TensorUse[]
  readonly certain: CertainCells[]
  readonly pendingTensor: PendingTensor[]
}

export type TensorRecording = WarpgroupRecording & TensorRecords
