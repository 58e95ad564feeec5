/**
 * Weak accesses by the generic proxy to ranges of bytes, as data: the rows of `ldmatrix` and `stmatrix`, the matrices of
 * `wmma.load` and `wmma.store`, and the zeros of `st.bulk` (ISA, Warp Level Matrix Instructions; `st.bulk`).
 */

import type { Span } from '../../source/text.js'
import type { DataType, Operand, Target } from '../operand.js'

/** A thread's part of an access to ranges of bytes. The values that it moves are unknown, unless they are zeros. */
export interface RangeAccess {
  readonly kind: 'range-access'
  readonly does: 'load' | 'store'
  readonly at: Target
  readonly range: Range
  /** A register that no text names: what it loads, for the instructions of its statement that follow. */
  readonly destination?: string
  /** The registers with the values that it stores; without any, it stores zeros. */
  readonly values: readonly Operand[]
  /** The words of the instruction. */
  readonly mnemonic: string
  readonly span: Span
}

export type Range =
  /** A row of 16 bytes, whose address each of the lanes below `lanes` gives. Other lanes access nothing. */
  | { readonly kind: 'row'; readonly lanes: 8 | 16 | 32 }
  /** A matrix that the lanes of the warp access together. */
  | (Matrix & { readonly kind: 'matrix'; readonly stride: Operand | undefined })
  /** That many bytes. */
  | { readonly kind: 'bytes'; readonly size: Operand }

/** A matrix in memory (ISA, Matrix Storage for WMMA). */
export interface Matrix {
  /** The number of rows, or of columns if these are what is contiguous. */
  readonly rows: number
  /** The number of elements in each. */
  readonly length: number
  /** The bits of an element. */
  readonly bits: number
  /** The number of bytes of which the address of each row is a multiple: those of a lane's registers. */
  readonly aligned: number
}

/** The number of bytes in a row of `ldmatrix` and `stmatrix`. */
export const rowBytes = 16

/** The type of a register that the model holds for the values of a warp. */
export const unknownType: DataType = { width: 32, signed: false }
