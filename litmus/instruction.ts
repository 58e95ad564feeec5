/** The instructions of a thread (PTX ISA, chapter 9; the orders and scopes are those of 8.4 and 8.5). */

import type { Span } from '../source/text.js'
import type { Comparison } from './condition.js'
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
  | ClusterBarrier
  | Call

export type Scope = 'cta' | 'cluster' | 'gpu' | 'sys'

export type LoadOrder = 'weak' | 'relaxed' | 'acquire' | 'volatile' | 'mmio'
export type StoreOrder = 'weak' | 'relaxed' | 'release' | 'volatile' | 'mmio'
export type AtomicOrder = 'relaxed' | 'acquire' | 'release' | 'acq_rel'
export type FenceOrder = 'sc' | 'acq_rel' | 'acquire' | 'release'

export type Width = 8 | 16 | 32 | 64

/** The bits of a value and how they compare; values of `b` types compare as signed. */
export interface DataType {
  readonly width: Width
  readonly signed: boolean
}

/** The type of an instruction that names none. */
export const defaultType: DataType = { width: 32, signed: true }

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
  readonly operation: 'mov' | 'add' | 'sub' | 'mul' | 'div'
  readonly destination: string
  readonly operands: readonly Operand[]
  readonly type: DataType
  readonly span: Span
}

/** `setp` (ISA): its destination becomes 1 where the comparison holds, else 0. */
export interface SetPredicate {
  readonly kind: 'set-predicate'
  readonly operator: Comparison
  readonly destination: string
  readonly operands: readonly [Operand, Operand]
  /** The type of the two values. */
  readonly compared: DataType
  /** The type of the destination. */
  readonly type: DataType
  readonly span: Span
}

/** What a predicate register holds, 0 or 1. */
export const predicateType: DataType = { width: 8, signed: false }

/** A place in a thread that branches can name. */
interface Label {
  readonly kind: 'label'
  readonly name: string
  readonly span: Span
}

/** A jump to a label: always, or where the comparison holds. */
export interface Branch {
  readonly kind: 'branch'
  readonly target: string
  readonly targetSpan: Span
  readonly when: { readonly operator: Comparison; readonly left: Operand; readonly right: Operand } | undefined
  /** It comes from a guard, `@p`, and leads around the one instruction that the guard applies to. */
  readonly guards?: true
  readonly span: Span
}

/** `bar.cta.sync` and `bar.cta.arrive` (ISA, `bar`), in the form of herd-style tests. */
export interface Barrier {
  readonly kind: 'barrier'
  readonly action: 'sync' | 'arrive'
  /** The place in the program. Barriers of one CTA at one place belong together. */
  readonly instance: bigint
  /** The barrier resource. Barriers at one place with different resources are separate. */
  readonly id: Operand | undefined
  /** How many arrivals it requires. Without it, all barriers of the group must be reached. */
  readonly quorum: Operand | undefined
  readonly span: Span
}

/** `barrier.cluster.arrive` and `barrier.cluster.wait` (ISA, `barrier.cluster`). Only an arrival can be relaxed. */
export type ClusterBarrier = { readonly kind: 'cluster-barrier'; readonly span: Span } & (
  | { readonly action: 'arrive'; readonly order: 'release' | 'relaxed' }
  | { readonly action: 'wait'; readonly order: 'acquire' }
)

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
  readonly span: Span
}

export interface Address {
  readonly name: string
  /** The state space that the instruction names, if any. */
  readonly space: 'global' | 'shared' | 'shared::cluster' | 'local' | undefined
  /** Whose copy of shared or local memory, a CTA's or a thread's, if the test says so. In a linked program, `name` identifies the copy. */
  readonly owner: string | undefined
  /** The element a surface or texture access names; every access through one name must name the same. */
  readonly coordinate: Operand | undefined
  readonly span: Span
}

export type Operand = Integer | Register

export interface Integer {
  readonly kind: 'integer'
  readonly value: bigint
  readonly span: Span
}

interface Register {
  readonly kind: 'register'
  readonly name: string
  readonly span: Span
}

/** The register an instruction writes, if any. */
export const destinationOf = (instruction: Instruction): string | undefined =>
  'destination' in instruction ? instruction.destination : undefined

/** The names of memory that an instruction mentions. */
export function namesIn(instruction: Instruction): readonly Named[] {
  if ('address' in instruction) return [instruction.address]
  if (instruction.kind !== 'call') return []
  const { action } = instruction
  if (action.kind === 'copy') return [action.to, action.from]
  return action.kind === 'set' ? [action.to] : []
}

/** The operands an instruction reads as values. */
export function operandsOf(instruction: Instruction): readonly Operand[] {
  switch (instruction.kind) {
    case 'store':
      return [instruction.value]
    case 'atomic':
    case 'arithmetic':
    case 'set-predicate':
      return instruction.operands
    case 'branch':
      return instruction.when === undefined ? [] : [instruction.when.left, instruction.when.right]
    case 'barrier':
      return [instruction.id, instruction.quorum].filter((operand) => operand !== undefined)
    case 'load':
    case 'fence':
    case 'proxy-fence':
    case 'cluster-barrier':
    case 'label':
    case 'call':
      return []
  }
}
