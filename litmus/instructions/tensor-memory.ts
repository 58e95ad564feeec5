/** `tcgen05`: instructions for Tensor Memory, as data (ISA, TensorCore 5th Generation Family Instructions). */

import type { Span } from '../../source/text.js'
import type { Operand, Register, Target } from '../operand.js'

/** An instruction of the family, for the thread that executes it. Its warp may have to come with it. */
export interface Tcgen05 {
  readonly kind: 'tcgen05'
  /** The words of the instruction. */
  readonly mnemonic: string
  readonly does: TensorAction
  /** The number of CTAs that it concerns, if it says so. */
  readonly group: 1 | 2 | undefined
  readonly span: Span
}

/** What a statement does, and the registers that it loads, which have unknown values. */
export type TensorStatement = Pick<Tcgen05, 'does' | 'group'> & { readonly loaded?: readonly string[] }

/** An address in Tensor Memory: the lane in the upper 16 bits of the sum, the column in the lower ones. */
export interface TensorAddress {
  readonly base: Register
  readonly offset: bigint
}

export type TensorAction =
  | { readonly action: 'alloc'; readonly to: Target; readonly columns: Operand }
  | { readonly action: 'dealloc'; readonly at: Operand; readonly columns: Operand }
  | { readonly action: 'relinquish' }
  | TensorAccess
  | { readonly action: 'wait'; readonly of: 'ld' | 'st' }
  | TensorProduct
  | TensorCopy
  | { readonly action: 'shift'; readonly at: TensorAddress }
  | { readonly action: 'commit'; readonly at: Target; readonly mask: Operand | undefined }
  | { readonly action: 'fence'; readonly side: 'before' | 'after' }

/** `tcgen05.ld`, `tcgen05.st`: a warp moves cells from or to registers. */
export interface TensorAccess {
  readonly action: 'ld' | 'st'
  readonly at: TensorAddress
  readonly lanes: 16 | 32
  readonly columns: number
  /** The distance of the second half, in columns. */
  readonly half: bigint | undefined
  /** The registers that are stored. */
  readonly values: readonly Operand[]
}

/** `tcgen05.mma`: D = A * B + D. */
export interface TensorProduct {
  readonly action: 'mma'
  readonly accumulator: TensorAddress
  /** The first factor, in Tensor Memory or in shared memory. */
  readonly a:
    | { readonly in: 'tensor'; readonly at: TensorAddress }
    | { readonly in: 'shared'; readonly descriptor: Operand }
  readonly b: Operand
  readonly instruction: Operand
  /** The places of the metadata of a sparse matrix. */
  readonly metadata: TensorAddress | undefined
  /** The scale factors of both matrices. */
  readonly scales: { readonly a: TensorAddress; readonly b: TensorAddress } | undefined
  readonly type: ProductType
  readonly weightStationary: boolean
  /** A matrix may come from the collector buffer, which an earlier product must have filled (`.collector::a::use`). */
  readonly collected: boolean
  /** Lanes of the accumulator may be left out (`disable-output-lane`). */
  readonly masked: boolean
  /** The mask of lanes, the zero-column mask, the predicate, and the scale of the accumulator. */
  readonly others: readonly Operand[]
}

/** What the kind of a product fixes. */
export interface ProductType {
  readonly name: 'f16' | 'tf32' | 'f8f6f4' | 'i8' | 'mxf8f6f4' | 'mxf4' | 'mxf4nvf4'
  /** The bits of an element in shared memory, with those that pad it. */
  readonly bits: number
  /** The number of elements that two dense matrices share. */
  readonly depth: number
  /** The lowest bit of the number of rows in the instruction descriptor, and how many low bits that leaves out. */
  readonly rowsAt: { readonly bit: number; readonly width: number; readonly shift: number }
}

/** `tcgen05.cp`: from shared memory to Tensor Memory. */
export interface TensorCopy {
  readonly action: 'cp'
  readonly to: TensorAddress
  readonly descriptor: Operand
  /** The rows of the source, and the bytes of each. */
  readonly rows: number
  readonly bytes: number
}

/** Returns whether all lanes of a warp execute the instruction together. */
export const isOfWarp = ({ action }: TensorAction): boolean =>
  ['alloc', 'dealloc', 'relinquish', 'ld', 'st', 'wait'].includes(action)
