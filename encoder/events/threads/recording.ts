/** What is given to a run of the threads of a program, what is found while they run, and what is found in the end. */

import type { AsyncGroup, DataType, NamedBarrier, WarpOperation } from '../../../litmus/instruction.js'
import type { Program, Thread, Variable } from '../../../litmus/program.js'
import type { Expression, Predicate } from '../../values/expression.js'
import type { Flow, Sources } from '../control/flow.js'
import type { Performed } from '../control/performed.js'
import type { Slots } from '../control/private.js'
import type { Kept } from '../control/walk.js'
import type { LookedAt } from '../graph/bound.js'
import type {
  Cut,
  Decisive,
  Event,
  GuardedPair,
  LoopWait,
  MemoryEvent,
  Origin,
  Undefined,
  UnknownValue,
  Unmodelled,
} from '../graph/event.js'
import { type Application, unknownValues } from '../graph/unknowns.js'
import type { Layout } from '../memory/layout.js'
import type { Extent, Pieces } from '../memory/pieces.js'
import type { Possible } from '../memory/places.js'
import type { Computed } from '../memory/possible.js'
import type { Computation } from '../memory/sensitive.js'

/** What threads do, before it is known which of them start. */
export interface Ran {
  /** The given ones, and those of the threads, thread by thread. */
  readonly events: readonly Event[]
  readonly rmw: readonly GuardedPair[]
  readonly data: readonly GuardedPair[]
  readonly ctrl: readonly GuardedPair[]
  readonly addr: readonly GuardedPair[]
  readonly issue: readonly GuardedPair[]
  readonly async_order: readonly GuardedPair[]
  readonly completed: readonly GuardedPair[]
  /** What copies copy. */
  readonly extents: readonly Extent[]
  readonly mbarriers: readonly Operated[]
  readonly changes: readonly MapChange[]
  /** What an access must return if it is executed. */
  readonly demands: readonly { readonly access: number; readonly meets: Predicate }[]
  /** For each thread, the reads that decide which way it takes. */
  readonly decisions: readonly (readonly Sources[])[]
  readonly cuts: readonly Cut[]
  readonly waits: readonly LoopWait[]
  /** For each thread, when it ends, and what its registers hold then. */
  readonly flows: readonly Flow[]
  readonly undefined: readonly Undefined[]
  readonly unmodelled: readonly Unmodelled[]
  readonly decisive: readonly Decisive[]
  readonly unknowns: readonly UnknownValue[]
  /** The results of functions that are not computed. */
  readonly applications: readonly Application[]
  /** What must hold of the lanes that threads find active. */
  readonly convergence: readonly Predicate[]
  /** What threads compute. */
  readonly computations: readonly Computation[]
  /** The accesses whose places are not known: nothing says which addresses are possible. */
  readonly computed: readonly (Computed & { readonly key: string })[]
}

export interface Running {
  readonly bound: number
  readonly lookedAt: LookedAt
  readonly layout: Layout
  /** The threads with addresses that are not yet integers. */
  readonly typed: readonly Thread[]
  /** The events before those of the threads. */
  readonly initial: readonly MemoryEvent[]
  /** The values in them that nothing is known about. */
  readonly unknowns: readonly UnknownValue[]
  /** The values that the addresses of accesses may have, by the key of the access. */
  readonly addresses: ReadonlyMap<string, Possible>
  /** How asynchronous copies are divided; undefined where that is not yet known, and they have no reads and writes. */
  readonly pieces?: Pieces
  /** The locations whose accesses are no events. */
  readonly privateTo: ReadonlySet<number>
  /** The addresses that tensor maps may hold, by their locations; of those that nothing changes, the first is the only one. */
  readonly maps?: ReadonlyMap<number, readonly bigint[]>
}

/** An asynchronous operation that a later wait of its thread may wait for. */
interface Pending {
  readonly thread: number
  readonly of: AsyncGroup['of']
  /** How many groups its thread had committed before, of 32 bits. */
  readonly group: Expression
  readonly reads: readonly number[]
  readonly writes: readonly number[]
}

/** A write to an mbarrier. */
export interface Operated {
  readonly does: 'init' | 'inval' | 'count'
  readonly write: number
  readonly performed: Pick<Performed, 'thread' | 'step'>
}

/** What a tensor map becomes: an address, or a copy of another map. */
export interface MapChange {
  readonly map: number
  readonly by: { readonly address: bigint } | { readonly map: number }
}

/** What a thread brings to a barrier that returns something. */
export interface Brought {
  readonly event: number
  readonly lane: number
  readonly value: Expression
  /** The reads that the value is computed from, and the barriers of its warp that returned it. */
  readonly sources: Sources
  readonly by: NonNullable<NamedBarrier['reduction']>['operation'] | Exclude<WarpOperation, 'bar'>
  /** The type of what is returned. */
  readonly type: DataType
  /** The lane whose value a shuffle returns, or that is elected if it is there; and what is returned if that lane is not there. */
  readonly from: Expression
  readonly otherwise: Expression
}

/** The lanes that a thread finds active. */
export interface Active extends Pick<Origin, 'thread' | 'instruction'> {
  readonly value: Expression
  readonly guard: Predicate
}

/** What is found so far. Its lists grow. */
export interface Recording {
  readonly program: Program
  readonly running: Running
  /** The names of memory. */
  readonly variables: ReadonlyMap<string, Variable>
  /** The virtual addresses that may be written: constant memory is read only (ISA 5.1.3), unless a global name has its address. */
  readonly writable: ReadonlySet<number>
  readonly slots: Slots
  readonly events: Event[]
  readonly rmw: GuardedPair[]
  readonly data: GuardedPair[]
  readonly ctrl: GuardedPair[]
  readonly addr: GuardedPair[]
  readonly issue: GuardedPair[]
  readonly async_order: GuardedPair[]
  readonly completed: GuardedPair[]
  readonly extents: Extent[]
  readonly pending: Pending[]
  readonly mbarriers: Operated[]
  readonly changes: MapChange[]
  /** The waits that may give up, and when they do not. */
  readonly failing: { readonly event: number; readonly patient: Predicate }[]
  readonly demands: Ran['demands'][number][]
  readonly decisions: Sources[][]
  readonly cuts: Cut[]
  readonly waits: LoopWait[]
  readonly undefined: Undefined[]
  readonly unmodelled: Unmodelled[]
  readonly computations: Computation[]
  readonly computed: Ran['computed'][number][]
  readonly unknowns: ReturnType<typeof unknownValues>
  readonly decisive: readonly Decisive[]
  /** Where values decide. Constants depend on nothing. */
  readonly decides: (one: Decisive) => void
  /** Writes to private memory, which are no events. */
  readonly kept: Kept[]
  readonly brought: Brought[]
  readonly active: Active[]
  /** Where the search for leaders of warps begins, by the warp and the mask. */
  readonly leaders: Map<string, Expression>
  /** What barriers of warps are known to return, by what is performed. */
  readonly known: ReadonlyMap<string, bigint>
  /** What its slots hold at the start. */
  readonly startOfSlots: Set<Expression>
}

/** The start of a run. */
export function recording(
  program: Program,
  running: Running,
  slots: Slots,
  known: ReadonlyMap<string, bigint>,
): Recording {
  const { variables } = program
  const decisive: Decisive[] = []
  return {
    program,
    running,
    variables: new Map(variables.map((variable) => [variable.name, variable])),
    writable: new Set(variables.flatMap(({ space, address }) => (space === 'const' ? [] : [address]))),
    slots,
    events: [...running.initial],
    rmw: [],
    data: [],
    ctrl: [],
    addr: [],
    issue: [],
    async_order: [],
    completed: [],
    extents: [],
    pending: [],
    mbarriers: [],
    changes: [],
    failing: [],
    demands: [],
    decisions: [],
    cuts: [],
    waits: [],
    undefined: [],
    unmodelled: [],
    computations: [],
    computed: [],
    unknowns: unknownValues(running.unknowns),
    decisive,
    decides: (one) => {
      if (one.values.some(({ kind }) => kind !== 'constant')) decisive.push(one)
    },
    kept: [],
    brought: [],
    active: [],
    leaders: new Map(),
    known,
    startOfSlots: new Set(),
  }
}
