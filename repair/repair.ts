/** Changes to a program. */

import type { Call } from '../litmus/host/action.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Load, Store } from '../litmus/instructions/access-definitions.js'
import type { AsyncFence } from '../litmus/instructions/async-fences.js'
import type { AsyncGroup } from '../litmus/instructions/async-groups.js'
import type { ClusterBarrier } from '../litmus/instructions/cluster-barriers.js'
import type { Fence, ProxyFence } from '../litmus/instructions/fences.js'
import type { GridDependency } from '../litmus/instructions/grid-dependencies.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import type { NamedBarrier } from '../litmus/instructions/named-barriers.js'
import type { Tcgen05 } from '../litmus/instructions/tensor-memory.js'
import type { WarpInstruction } from '../litmus/instructions/warps.js'
import type { WgmmaFence } from '../litmus/instructions/wgmma.js'
import type { Program } from '../litmus/program.js'
import type { Price } from './prices.js'
import type { SourcePlace } from './source-places.js'

/** An edit of the text of a thread: an instruction that is inserted, removed, moved or changed. */
export interface Repair {
  /** The first of the threads that run the changed text. */
  readonly thread: number
  /**
   * The index of the instruction that it changes, or before which it inserts one; the number of instructions if it
   * appends.
   */
  readonly at: number
  readonly change:
    | {
        readonly kind: 'insert'
        readonly instruction:
          | Fence
          | ProxyFence
          | AsyncFence
          | AsyncGroup
          | NamedBarrier
          | ClusterBarrier
          | WarpInstruction
          | Call
          | GridDependency
          | Mbarrier
          | WgmmaFence
          | Tcgen05
          | Load
          | Store
      }
    /** A loop that tests an mbarrier until the phase has ended. */
    | { readonly kind: 'await'; readonly instruction: Mbarrier; readonly label: string }
    | { readonly kind: 'replace'; readonly instruction: Instruction; readonly what: What }
    | { readonly kind: 'swap' }
    | { readonly kind: 'remove' }
    /** A launch with an attribute more; and the program, which is read again, since threads are elsewhere then. */
    | { readonly kind: 'relaunch'; readonly attribute: string; readonly program: Program }
}

/** Returns whether an edit adds to a text, and changes nothing that is there. */
export const inserts = ({ kind }: Repair['change']): boolean => kind === 'insert' || kind === 'await'

/** The kinds that `--only` chooses among. */
export const changeKinds = [
  'fences',
  'orders',
  'scopes',
  'proxy-fences',
  'barriers',
  'paths',
  'swaps',
  'calls',
  'async',
  'dependents',
  'launches',
  'operands',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** The kinds of changes that `weaken` makes. */
export const weakeningKinds = ['fences', 'orders', 'scopes', 'proxy-fences'] as const satisfies readonly ChangeKind[]
export type WeakeningKind = (typeof weakeningKinds)[number]

/** A change, which may take several edits: a fence that moves is removed and inserted. */
export interface Change {
  /** The kinds, all of which must be wanted: a change of an order may involve one of the scope. */
  readonly kinds: readonly ChangeKind[]
  /** The edits in the order in which `applied` takes them. */
  readonly edits: readonly Repair[]
  /** The prices of its parts; its cost is their sum, less the prices of what they replace. */
  readonly prices: readonly Price[]
  readonly instead?: readonly Price[]
  /** True if it counts as one change, whichever texts it is in: its edits do nothing without each other. */
  readonly isOne?: true
  /** The number of changes as which it counts, if that is not the number of texts. */
  readonly counts?: number
  /** The declaration of the source that one edits instead of each use of it. */
  readonly declaration?: Declaration
  /** The place of the source where one inserts something that the compiled text has at several. */
  readonly place?: SourcePlace
  /** True if a relaxed access with a fence beside it was judged to be enough in place of one that orders. */
  readonly mayBeFenced?: true
}

/** A declaration in a source; without its line if that is unknown. */
export interface Declaration {
  readonly name: string
  readonly file: string
  readonly line?: number
  readonly text?: string
  /** True if the line is a default, so that the definition may be elsewhere. */
  readonly isDefault?: true
  /** The option of the compiler that defines it in place of the default. */
  readonly option?: string
}

/** The cost of changes, compared by their number and then by the sum of prices. */
export interface Cost {
  readonly changes: number
  readonly sum: number
}

/**
 * The part of an instruction that becomes stronger or weaker: its order, its scope, the path by which it reads, the
 * stream of a call, what it waits for, the parity of the phase that it waits for, whether a launch overlaps the kernel
 * before it, how many arrivals it expects or which lanes take part, or whether it reads and writes in one.
 */
export type What =
  | 'order'
  | 'scope'
  | 'path'
  | 'stream'
  | 'wait'
  | 'parity'
  | 'overlap'
  | 'operand'
  | 'atomicity'
  | 'weaker order'
  | 'narrower scope'
