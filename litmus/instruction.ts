/** The instructions of a thread (PTX ISA, chapter 9; the orders and scopes are those of 8.4 and 8.5). */

import type { Span } from '../source/text.js'
import type { Comparison } from './condition.js'
import type { AsyncCopy } from './instructions/async-copies.js'
import type { AsyncFence } from './instructions/async-fences.js'
import type { AsyncArrive, AsyncGroup } from './instructions/async-groups.js'
import type { AsyncStore } from './instructions/async-stores.js'
import type { ClusterBarrier } from './instructions/cluster-barriers.js'
import type { Barrier, Branch, Label, Refused, Trap } from './instructions/control.js'
import type { Mbarrier } from './instructions/mbarriers.js'
import type { NamedBarrier } from './instructions/named-barriers.js'
import type { TensorMapChange } from './instructions/tensor-maps.js'
import type { ActiveMask, WarpInstruction } from './instructions/warps.js'
import type { FencedProxy, Proxy, WrittenProxy } from './proxy.js'

export type Instruction =
  | Load
  | Store
  | Atomic
  | Fence
  | ProxyFence
  | Arithmetic
  | SetPredicate
  | Label
  | Branch
  | Barrier
  | NamedBarrier
  | ClusterBarrier
  | Mbarrier
  | AsyncCopy
  | AsyncStore
  | AsyncGroup
  | AsyncArrive
  | AsyncFence
  | TensorMapChange
  | WarpInstruction
  | ActiveMask
  | Call
  | UnknownResult
  | Trap
  | Refused

export type Scope = 'cta' | 'cluster' | 'gpu' | 'sys'

export type LoadOrder = 'weak' | 'relaxed' | 'acquire' | 'volatile' | 'mmio'
export type StoreOrder = 'weak' | 'relaxed' | 'release' | 'volatile' | 'mmio'
export type AtomicOrder = 'relaxed' | 'acquire' | 'release' | 'acq_rel'
export type FenceOrder = 'sc' | 'acq_rel' | 'acquire' | 'release'

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

export interface Load extends Access {
  readonly kind: 'load'
  readonly order: LoadOrder
  /** Absent on weak and volatile accesses, present on all others. */
  readonly scope: Scope | undefined
  readonly destination: string
  /** Only executions in which the access returns this value count. */
  readonly expected?: Integer
}

export interface Store extends Access {
  readonly kind: 'store'
  readonly order: StoreOrder
  readonly proxy: WrittenProxy
  readonly scope: Scope | undefined
  readonly value: Operand
}

/** An `atom`, or without a destination a `red`. */
export interface Atomic extends Access {
  readonly kind: 'atomic'
  readonly order: AtomicOrder
  readonly proxy: WrittenProxy
  readonly scope: Scope
  readonly operation: AtomicOperation
  /** What is not computed, by its name: the sum of `atom.add.f32`. */
  readonly function?: string
  readonly destination: string | undefined
  readonly operands: readonly Operand[]
  readonly expected?: Integer
}

/** What an atomic writes, from the old value and its operands (ISA, `atom`). */
export type AtomicOperation =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'and'
  | 'or'
  | 'xor'
  | 'min'
  | 'max'
  | 'inc'
  | 'dec'
  | 'exch'
  | 'cas'
  /** One that is not computed, of floating-point values. */
  | 'function'

/** A memory fence, `fence` or `membar` (ISA, `membar` and `fence`). */
export interface Fence {
  readonly kind: 'fence'
  readonly order: FenceOrder
  readonly scope: Scope
  readonly span: Span
}

/** A proxy fence, such as `fence.proxy.alias` (ISA, `membar` and `fence`). */
export interface ProxyFence {
  readonly kind: 'proxy-fence'
  readonly proxy: FencedProxy
  readonly span: Span
}

/** A computation on registers. */
export interface Arithmetic {
  readonly kind: 'arithmetic'
  readonly operation: ArithmeticOperation
  readonly destination: string
  readonly operands: readonly Operand[]
  /** The type of the result. */
  readonly type: DataType
  /** The type of the operands, if it differs: of `mul.wide` and `cvt`, of the first two of `mad.wide`, of the parts of `pack`. */
  readonly from?: DataType
  /**
   * The state space of `cvta`, whose addresses it takes, or gives with `.to`, and of `isspacep`; of `mapa` and `getctarank`, that whose addresses they
   * take, which are generic without it.
   */
  readonly space?: 'global' | 'shared' | 'shared::cluster' | 'local' | 'const'
  readonly span: Span
}

/** The operations, in the words of PTX. `mul` and `mad` without more give the low half. */
export type ArithmeticOperation =
  | 'mov'
  | 'selp'
  | 'slct'
  | `slct-f32${'' | '-ftz'}`
  | Sum
  | 'mul'
  | 'mul-hi'
  | 'mul-wide'
  | 'mad'
  | `mad-hi${'' | '-sat'}`
  | 'mad-wide'
  | `mul24-${'lo' | 'hi'}`
  | `mad24-${'lo' | 'hi' | 'hi-sat'}`
  | 'sad'
  | `dp4a-${Sign}-${Sign}`
  | `dp2a-${'lo' | 'hi'}-${Sign}-${Sign}`
  | 'div'
  | 'rem'
  | 'neg'
  | 'abs'
  | 'min'
  | 'max'
  | 'and'
  | 'or'
  | 'xor'
  | 'not'
  | 'cnot'
  | 'lop3'
  | 'shl'
  | 'shr'
  | `shf-${'l' | 'r'}-${Bounding}`
  | 'bfe'
  | 'bfi'
  | `bfind${'' | '-shiftamt'}`
  | 'brev'
  | 'popc'
  | 'clz'
  | 'fns'
  | `bmsk-${Bounding}`
  | `szext-${Bounding}`
  | `prmt${'' | '-f4e' | '-b4e' | '-rc8' | '-ecl' | '-ecr' | '-rc16'}`
  | `cvt${'' | '-sat'}`
  | 'cvta'
  | 'cvta-to'
  | 'isspacep'
  /** The address in another CTA of the cluster, by its rank, and the rank of the CTA that an address is in. */
  | 'mapa'
  | 'getctarank'
  /** `mov` of a vector into one register, its lowest part first. */
  | 'pack'
  /** `mov` of a register into a vector: the part whose number is the second operand, from the lowest. */
  | 'unpack'

/** Sums and differences. Those in a chain have the carry as their third operand; `carry` and `borrow` are what a sum or difference carries. */
type Sum = `${'add' | 'sub'}${'' | '-sat'}` | 'addc' | 'subc' | 'carry' | 'borrow'

type Sign = 'u32' | 's32'

/** What an amount beyond the width means: the width, or what remains of it. */
type Bounding = 'clamp' | 'wrap'

/** `setp` and `set` (ISA): the destination becomes 1, or another value, where the comparison holds, else 0. */
export interface SetPredicate {
  readonly kind: 'set-predicate'
  readonly operator: Comparison | 'num' | 'nan'
  readonly destination: string
  readonly operands: readonly [Operand, Operand]
  /** The type of the two values. */
  readonly compared: DataType
  /** The values are compared as floating-point numbers. */
  readonly floating?: Floating
  /** A predicate with which the result of the comparison is combined. */
  readonly combined?: {
    readonly operation: 'and' | 'or' | 'xor'
    readonly predicate: Operand
    readonly negated: boolean
  }
  /** The type of the destination. */
  readonly type: DataType
  /** What it becomes where the comparison holds, unless that is 1. */
  readonly positive?: bigint
  readonly span: Span
}

/** How floating-point numbers are compared. */
export interface Floating {
  readonly format: FloatFormat
  /** The comparison holds, too, if one of the values is no number. */
  readonly unordered?: true
  /** Subnormal values count as 0. */
  readonly flushed?: true
}

export type FloatFormat = 'f16' | 'bf16' | 'f32' | 'f64'

/** What a predicate register holds, 0 or 1. */
export const predicateType: DataType = { width: 8, signed: false }

/**
 * A result that nothing is known about: what a clock says, or with `function`, that of a function that is not computed, such as
 * `add.rn.f32`. Equal operands of a function give equal results. Without `function`, each execution of it gives another value.
 */
export interface UnknownResult {
  readonly kind: 'unknown'
  readonly destination: string
  readonly type: DataType
  /** The destination is a predicate register: the result is 0 or 1. */
  readonly predicate?: true
  readonly function?: string
  readonly operands: readonly Operand[]
  readonly span: Span
}

/** Whether threads wait for each other there, or arrive for others that do. */
export const isBarrier = ({ kind }: Instruction): boolean =>
  kind === 'barrier' || kind === 'named-barrier' || kind === 'cluster-barrier' || kind === 'warp'

/** Memory that a copy reaches, by its address as a value: `[x]`, `[a[2]]`, `[a+8]` are the `AddressOf` it, `[r+8]` the register and 8. */
export interface Target {
  readonly value: AddressOf | Register | Integer
  /** In bytes, behind the value. */
  readonly offset: bigint
  /** The state space that the instruction names: `shared` is that of the thread's CTA. */
  readonly space: 'global' | 'shared' | 'shared::cluster' | undefined
  readonly span: Span
}

/** A call of the CUDA runtime, which only the host can make (ISA 8.9.4, API synchronization). */
export interface Call {
  readonly kind: 'call'
  readonly action: HostAction
  readonly span: Span
}

export type HostAction =
  /** `kernel<<<grid, block, 0, stream>>>()`, in CTAs and threads of each. */
  | {
      readonly kind: 'launch'
      readonly kernel: Named
      readonly grid: Integer
      readonly block: Integer
      readonly stream: Stream
    }
  | { readonly kind: 'copy'; readonly to: Named; readonly from: Named; readonly stream: Stream }
  /** Every byte becomes the value's lowest. */
  | { readonly kind: 'set'; readonly to: Named; readonly value: Integer; readonly stream: Stream }
  | { readonly kind: 'record' | 'wait'; readonly event: Named; readonly stream: Stream }
  | { readonly kind: 'synchronize'; readonly awaits: 'stream'; readonly stream: Stream }
  | { readonly kind: 'synchronize'; readonly awaits: 'event'; readonly event: Named }
  | { readonly kind: 'synchronize'; readonly awaits: 'device' }

/** A stream by its name; the legacy default stream if it has none. */
export interface Stream {
  readonly name: string | undefined
  readonly span: Span
}

export interface Named {
  readonly name: string
  readonly span: Span
}

export interface Access {
  /** The proxy belongs to the instruction, not to the name that it addresses. */
  readonly proxy: Proxy
  readonly address: Address
  readonly type: DataType
  /** The instruction names no type. An access by name then has the width of an element of what it accesses. */
  readonly untyped?: true
  /**
   * Which scalar of a vector access it is, from 0. A vector access is as many instructions, one after the other in the text and in no
   * order among themselves (ISA 8.2.4).
   */
  readonly element?: number
  /** How many scalars the vector has. It is aligned to the size of all (ISA 5.4.2). */
  readonly elements?: number
  readonly span: Span
}

/** The memory that an access reaches: a name or a register, and how many bytes behind. */
export type Address = NamedAddress | PointerAddress

interface Offset {
  /** The state space that the instruction names, if any. */
  readonly space: 'global' | 'shared' | 'shared::cluster' | 'local' | 'const' | undefined
  /** In bytes. */
  readonly offset: bigint
  readonly span: Span
}

export interface NamedAddress extends Offset, Place {
  readonly kind: 'name'
  /** The element a surface or texture access names; every access through one name must name the same. */
  readonly coordinate: Operand | undefined
}

/** `[r]`, `[r+8]`: the register holds an address. */
export interface PointerAddress extends Offset {
  readonly kind: 'pointer'
  readonly register: string
}

/** A name of memory, and an element of it. */
interface Place {
  readonly name: string
  /** Whose copy of shared or local memory, a CTA's or a thread's, if the test says so. In a linked program, `name` identifies the copy. */
  readonly owner: string | undefined
  /** `a[2]`: the element, from 0. In a linked program, the offset has it, in bytes. */
  readonly index?: bigint | undefined
}

/** The address of memory as a value: `x`, `a+8`, `&a[2]`. */
export interface AddressOf extends Place {
  readonly kind: 'address'
  /** In bytes. */
  readonly offset: bigint
  readonly span: Span
}

/** What is known before anything runs. */
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

/** What takes an element of a vector that nobody wants. It is no register. */
export const sink = '_'
