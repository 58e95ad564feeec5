/** Regions of memory, and the integers that are addresses of their bytes. */

import type { PointerAddress } from '../../../litmus/operand.js'
import type { Pointer, Variable } from '../../../litmus/program.js'

/** Bytes that one virtual address names, and the integer of the first. */
export interface Region extends Pick<Variable, 'location' | 'address'> {
  readonly base: bigint
  /** Its size in bytes. */
  readonly bytes: bigint
}

export interface Layout {
  /** Returns the generic address of a byte. */
  readonly addressOf: (pointer: Pointer) => bigint
  /**
   * Returns the byte at a generic address, or the place just after an object's last: the inverse of `addressOf`. If
   * there are several instances, it returns the first.
   */
  readonly pointerAt: (address: bigint) => Pointer | undefined
  /**
   * Returns the first byte of the object that contains a generic address, or that ends just before it; undefined for
   * other integers.
   */
  readonly objectAt: (address: bigint) => bigint | undefined
  /** Returns the alignment of the object in which the address lies, or the least of all if it may be in any. */
  readonly alignmentAt: (address: bigint | undefined) => bigint
  /** True if memory lies backwards. */
  readonly isMirrored: boolean
  /** Returns the rank of a thread's CTA in its cluster. */
  readonly rankOf: (thread: number) => number
  /** True if a thread may have addresses of the shared memory of other CTAs. */
  readonly isMapped: boolean
  /** Returns the generic address of the first byte of a window. */
  readonly windowBase: (window: Window) => bigint
  /**
   * Returns what a thread can access, by the integers that generic addresses, or those of a state space, have for it.
   */
  readonly regionsOf: (thread: number, space: PointerAddress['space']) => readonly Region[]
}

/** The number of a memory layout, from 0. Nothing that a program may rely on depends on it. */
export type Arrangement = number

/** The state spaces that have generic addresses of their own; all others share those of global memory. */
export type Window = 'global' | 'shared' | 'local' | 'const'
