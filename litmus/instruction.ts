/** The instructions of a thread (PTX ISA, chapter 9; the orders and scopes are those of 8.4 and 8.5). */

import type { Call } from './host/action.js'
import type { Atomic, Load, Store } from './instructions/access-definitions.js'
import type { AsyncCopy } from './instructions/async-copy.js'
import type { AsyncFence } from './instructions/async-fences.js'
import type { AsyncArrive, AsyncGroup } from './instructions/async-groups.js'
import type { AsyncStore } from './instructions/async-stores.js'
import type { ClusterBarrier } from './instructions/cluster-barriers.js'
import type { QueryCancel, TryCancel } from './instructions/cluster-launch-control.js'
import type { Barrier, Branch, Label, Refused, Trap } from './instructions/control.js'
import type { Fence, ProxyFence } from './instructions/fences.js'
import type { GridDependency } from './instructions/grid-dependencies.js'
import type { Mbarrier } from './instructions/mbarriers.js'
import type { NamedBarrier } from './instructions/named-barriers.js'
import type { RangeAccess } from './instructions/range-access.js'
import type { RegisterCount } from './instructions/register-counts.js'
import type { Arithmetic, SetPredicate, UnknownResult } from './instructions/register-instructions.js'
import type { TensorMapChange } from './instructions/tensor-maps.js'
import type { Tcgen05 } from './instructions/tensor-memory.js'
import type { ActiveMask, WarpInstruction } from './instructions/warps.js'
import type { Wgmma, WgmmaFence } from './instructions/wgmma.js'

/** An instruction of a thread. `kind` names its type. */
export type Instruction =
  | Load
  | Store
  | Atomic
  | RangeAccess
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
  | TryCancel
  | QueryCancel
  | Wgmma
  | WgmmaFence
  | Tcgen05
  | TensorMapChange
  | WarpInstruction
  | ActiveMask
  | GridDependency
  | RegisterCount
  | Call
  | UnknownResult
  | Trap
  | Refused

/** Returns whether threads wait for each other at the instruction, or arrive for others that wait. */
export const isBarrier = ({ kind }: Instruction): boolean =>
  kind === 'barrier' || kind === 'named-barrier' || kind === 'cluster-barrier' || kind === 'warp'
