/** The parts of instructions: values, registers, addresses and scopes (ISA 5.2, 6.4, 8.5). */

import type { Span } from '../source/text.js'
import type { ProxyName } from './proxy.js'

export type Scope = 'cta' | 'cluster' | 'gpu' | 'sys'

export type Width = 8 | 16 | 32 | 64 | 128

/** The bits of a value and how they compare; values of `b` types compare as signed. */
export interface DataType {
  readonly width: Width
  readonly signed: boolean
}

/** The type of an instruction that names none. */
export const defaultType: DataType = { width: 32, signed: true }

/** The type of an address. */
export const addressType: DataType = { width: 64, signed: false }

/** The type of a predicate register, which holds 0 or 1. */
export const predicateType: DataType = { width: 8, signed: false }

/** A value that is known before anything runs. */
export type Constant = Integer | AddressOf

export type Operand = Constant | Register

export interface Integer {
  readonly kind: 'integer'
  readonly value: bigint
  readonly span: Span
}

export interface Register {
  readonly kind: 'register'
  readonly name: string
  readonly span: Span
}

/** The address of memory as a value: `x`, `a+8`, `&a[2]`. */
export interface AddressOf extends NamedElement {
  readonly kind: 'address'
  /** The offset in bytes. */
  readonly offset: bigint
  readonly span: Span
}

/** A name of memory, and an element of it. */
interface NamedElement {
  readonly name: string
  /**
   * The owner of the instance of shared or local memory, a CTA or a thread, if the test names it. In a linked program,
   * `name` identifies the instance.
   */
  readonly owner: string | undefined
  /** `a[2]`: the element, from 0. In a linked program, the offset has it, in bytes. */
  readonly index?: bigint | undefined
}

/** The destination of a vector element that is discarded. It is not a register. */
export const sink = '_'

/**
 * Memory that a copy accesses, by its address as a value: `[x]`, `[a[2]]`, `[a+8]` are the `AddressOf` it, `[r+8]` the
 * register and 8.
 */
export interface Target {
  readonly value: AddressOf | Register | Integer
  /** The offset from the value, in bytes. */
  readonly offset: bigint
  /** The state space that the instruction names: `shared` is that of the thread's CTA. */
  readonly space: 'global' | 'shared' | 'shared::cluster' | undefined
  readonly span: Span
}

/** The memory of an access: a name or a register, and an offset in bytes. */
export type Address = NamedAddress | PointerAddress

interface Offset {
  /** The state space that the instruction names, if any. */
  readonly space: 'global' | 'shared' | 'shared::cluster' | 'local' | 'const' | undefined
  /** The offset in bytes. */
  readonly offset: bigint
  readonly span: Span
}

export interface NamedAddress extends Offset, NamedElement {
  readonly kind: 'name'
  /** The element a surface or texture access names; every access through one name must name the same. */
  readonly coordinate: Operand | undefined
}

/** `[r]`, `[r+8]`: the register holds an address. */
export interface PointerAddress extends Offset {
  readonly kind: 'pointer'
  readonly register: string
}

export interface Access {
  /** True if the proxy belongs to the instruction, not to the name that it addresses. */
  readonly proxy: ProxyName
  readonly address: Address
  readonly type: DataType
  /** True if the instruction names no type. An access by name then has the width of an element of its memory. */
  readonly untyped?: true
  /**
   * The index of the scalar in its vector access, from 0. A vector access is one instruction for each scalar, one after
   * the other in the text but with no order between them (ISA 8.2.4).
   */
  readonly element?: number
  /** The number of scalars in the vector, which is aligned to its whole size (ISA 5.4.2). */
  readonly elements?: number
  readonly span: Span
}

export interface Named {
  readonly name: string
  readonly span: Span
}
