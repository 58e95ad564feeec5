/**
 * An instruction as tests and modules write it: a mnemonic with its qualifiers, and operands. Words are not yet looked
 * up.
 */

import type { Span } from '../../source/text.js'
import type { Format } from '../format.js'
import type { Integer } from '../operand.js'

/** The language of a statement: that of a test in some format, or of a PTX module. */
export type Dialect = Format | 'ptx'

export interface Statement {
  /**
   * herd-style tests write addresses as bare names. In modules, types of bits are unsigned, and registers keep their
   * `%`.
   */
  readonly format: Dialect
  /** The version of PTX that a module names, 903 for 9.3. Tests are of the newest. */
  readonly version?: number
  /** Returns whether the test declares memory of that name: `mov r, x` then takes its address. */
  readonly isMemory: (name: string) => boolean
  readonly mnemonic: string
  readonly mnemonicSpan: Span
  readonly operands: readonly StatementOperand[]
  /** The `== n` after a load or an atomic. */
  readonly expected: Integer | null
  readonly span: Span
}

export type StatementOperand =
  /** An address in brackets: `[x]`, `[a[2]]`, `[r+8]`, `[d0.b1:x]`. */
  | (PlaceParts & { readonly kind: 'address'; readonly coordinate: Integer | Word | null })
  | PlaceSyntax
  | TileSyntax
  | Integer
  | Word
  | ForeignOperand
  | VectorSyntax
  | NegatedSyntax
  | PairSyntax

/** `[map, {0, 4}]`: the tile of a tensor at several coordinates. */
interface TileSyntax {
  readonly kind: 'tile'
  readonly map: Word
  readonly coordinates: readonly (Integer | Word | ForeignOperand)[]
  readonly text: string
  readonly span: Span
}

/** `!p`: a predicate, negated. */
interface NegatedSyntax {
  readonly kind: 'negated'
  readonly register: Word
  readonly span: Span
}

/** `p|q`: two registers that an instruction writes. */
interface PairSyntax {
  readonly kind: 'pair'
  readonly first: Word
  readonly second: Word
  readonly span: Span
}

/** A call of CUDA C++, such as `r0 = atomicAdd(&x, 1)` and `flag.store(1, cuda::memory_order_release)`. */
export interface CudaCall {
  /** The register for the result. */
  readonly result: Word | null
  /** The object on which a method is called. */
  readonly object: CudaObject | { readonly kind: 'named'; readonly name: Word; readonly span: Span } | null
  readonly name: Word
  readonly arguments: readonly CudaArgument[]
  readonly span: Span
}

/** `cuda::atomic_ref<int, cuda::thread_scope_device>(x)` */
export interface CudaObject {
  readonly kind: 'in place'
  readonly type?: Word | null
  readonly scope?: Word | null
  readonly place: CudaArgument
  readonly span: Span
}

export type CudaArgument =
  | StatementOperand
  /** `*p` */
  | { readonly kind: 'dereferenced'; readonly name: Word; readonly span: Span }
  /** `cuda::memory_order_acquire` */
  | { readonly kind: 'qualified'; readonly text: string; readonly span: Span }
  /** Read only to report an error. */
  | { readonly kind: 'expression'; readonly text: string; readonly span: Span }

/** Read only to report an error. */
export interface ForeignOperand {
  readonly kind: 'foreign'
  /** `[r+r1]`, `a[r]`, `%tid.x`, `$L` */
  readonly what:
    | 'computed offset'
    | 'computed index'
    | 'pointer of C'
    | 'address in brackets'
    | 'special register'
    | 'name with $'
    // Operands in modules: `[tensor, {x, y}]`, `[4096]`, `0xff(x)`, `1.5`
    | 'coordinates'
    | 'integer address'
    | 'mask'
    | 'floating-point number'
  readonly text: string
  readonly span: Span
}

/** A name, an element of it, and an offset in bytes from that. */
interface PlaceParts {
  /** `d0.b1` in `[d0.b1:x]` */
  readonly owner: string | null
  readonly name: string
  readonly index: bigint | null
  readonly offset: bigint
  readonly span: Span
}

/** `a[2]`, `a+8`, and with an ampersand also `&x`. */
export interface PlaceSyntax extends PlaceParts {
  readonly kind: 'place'
  readonly ampersand: boolean
}

/** `{a, b}` */
export interface VectorSyntax {
  readonly kind: 'vector'
  readonly elements: readonly (Integer | Word | PlaceSyntax | ForeignOperand)[]
  readonly span: Span
}

/** An initial value of memory or a register: a bare name is also an address. */
export type ValueSyntax = Integer | Word | PlaceSyntax

/** A value, or those of the elements of an array. */
export type InitialiserSyntax =
  | ValueSyntax
  | { readonly kind: 'list'; readonly values: readonly ValueSyntax[]; readonly span: Span }

/** `tensor(a, {8, 4}, {4, 2})`: the description of a tensor map. */
export interface TensorSyntax {
  readonly kind: 'tensor'
  readonly of: Word
  readonly sizes: SizesSyntax
  readonly box: SizesSyntax
  readonly span: Span
}

interface SizesSyntax {
  readonly values: readonly Integer[]
  readonly span: Span
}

export interface Word {
  readonly kind: 'word'
  readonly text: string
  readonly span: Span
}
