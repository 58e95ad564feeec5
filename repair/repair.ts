/** Changes of a program. */

import type { Within } from '../encoder/decide/verdict.js'
import type {
  AsyncFence,
  AsyncGroup,
  Call,
  ClusterBarrier,
  Fence,
  Instruction,
  NamedBarrier,
  ProxyFence,
  WarpInstruction,
} from '../litmus/instruction.js'

export interface Repair {
  /** The first of the threads that run the changed text. */
  readonly thread: number
  /** The index of the instruction that it changes, or before which it inserts one; the number of instructions if it appends. */
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
      }
    | { readonly kind: 'replace'; readonly instruction: Instruction; readonly what: What }
    | { readonly kind: 'swap' }
}

/** Changes that together forbid an outcome. `within` is present if they do so within a bound only. */
export interface Mending {
  readonly changes: readonly Repair[]
  readonly within: Within | undefined
}

/**
 * What becomes stronger in an instruction: its order, its scope, the path by which it reads, the stream of a call, what it waits
 * for, the parity of the phase that it waits for.
 */
export type What = 'order' | 'scope' | 'path' | 'stream' | 'wait' | 'parity'
