/** The inputs of a run of a program's threads, the records while they run, and the results. */

import type { Program, Thread } from '../../../litmus/program.js'
import type { ConstantExpression, Expression, Predicate } from '../../values/expression.js'
import type { CancellableGrid } from '../asynchronous/cancelled-launches.js'
import type {
  AsyncRecording,
  AsyncRunning,
  LaunchRequest,
  MapChange,
  Operated,
  SeenFailure,
  WarpgroupUse,
} from '../asynchronous/recording.js'
import type { BarrierRecording } from '../barriers/recording.js'
import type { Triggers } from '../barriers/triggers.js'
import type { Flow } from '../control/flow.js'
import type { LoopLine } from '../control/lines.js'
import type { Slots } from '../control/private.js'
import type { Choice, Kept } from '../control/walk.js'
import type { LookedAt } from '../graph/bound.js'
import type {
  Assumed,
  Commit,
  Cut,
  Decisive,
  Event,
  GuardedPair,
  LoopWait,
  MemoryEvent,
  Undefined,
  Unit,
  UnknownValue,
  Unmodelled,
} from '../graph/event.js'
import { noPairs } from '../graph/no-pairs.js'
import type { Sources } from '../graph/register-value.js'
import type { Limits } from '../graph/size.js'
import { type Application, unknownValues } from '../graph/unknowns.js'
import type { Extent } from '../memory/pieces.js'
import type { RangeRecording, Rows } from '../memory/ranges.js'
import type { ComputedAccess, Demand, LeftOut } from '../memory/recording.js'
import { type Computation, mayDependOnLayout } from '../memory/sensitive.js'
import type { TensorRecords } from '../tensor-memory/recording.js'
import type { ClockReading } from './clocks.js'
import type { Rewrite } from './rewrites.js'

/**
 * A cut, and the atomics that write back what they read in the lost rounds: only the end shows whether anything is
 * lost.
 */
interface CutWith extends Cut {
  readonly rewrites: readonly Rewrite[]
}

/** The actions of threads, before the start of each thread is known. */
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
  readonly one_operation: readonly GuardedPair[]
  /** The threads that come to instructions of their warpgroups. */
  readonly warpgroups: readonly WarpgroupUse[]
  /** The contents of copies. */
  readonly extents: readonly Extent[]
  /** The addresses of rows that are known before anything is read. */
  readonly rows: Rows
  readonly allocations: TensorRecords['allocations']
  readonly deallocations: TensorRecords['deallocations']
  readonly tensorUses: TensorRecords['tensorUses']
  readonly certain: TensorRecords['certain']
  readonly assumed: readonly Assumed[]
  readonly commits: readonly Commit[]
  readonly mbarriers: readonly Operated[]
  readonly changes: readonly MapChange[]
  readonly requests: readonly LaunchRequest[]
  readonly failures: readonly SeenFailure[]
  /** The grids of which clusters may be cancelled. */
  readonly cancellable: readonly CancellableGrid[]
  readonly demands: readonly Demand[]
  /** The reads that decide which path a thread takes, by thread. */
  readonly decisions: readonly (readonly Sources[])[]
  /** The places where threads that come to named barriers choose their paths. */
  readonly choices: readonly Choice[]
  readonly cuts: readonly CutWith[]
  readonly waits: readonly LoopWait[]
  /** The flow at the end of each thread: the condition under which it ends, and the values of its registers then. */
  readonly flows: readonly Flow[]
  readonly undefined: readonly Undefined[]
  readonly unmodelled: readonly Unmodelled[]
  readonly decisive: readonly Decisive[]
  readonly unknowns: readonly UnknownValue[]
  /** The results of uninterpreted functions. */
  readonly applications: readonly Application[]
  /** The constraints on the lanes that threads find active, and on clocks. */
  readonly convergence: readonly Predicate[]
  /** Pairs from arrivals at named barriers that start again to the waits of the same phase, and of later ones. */
  readonly phase_order: readonly GuardedPair[]
  /** The blocks that may never start. */
  readonly units: readonly Unit[]
  /** The events that let dependent kernels start. */
  readonly triggers: Triggers
  /** The values that threads compute. */
  readonly computations: readonly Computation[]
  /** The accesses with unknown places: nothing says which addresses are possible. */
  readonly computed: readonly ComputedAccess[]
  /** The accesses that made no events, since no axiom can tell. */
  readonly leftOut: readonly LeftOut[]
  /** The loops that are cut, although constants end them: they have too many rounds. */
  readonly endless: ReadonlySet<LoopLine>
}

/** The facts that are known before threads run. */
export interface Running extends AsyncRunning {
  readonly bound: number
  /** The threads that make no events, since no axiom can tell: they count as ended. */
  readonly idle: ReadonlySet<number>
  readonly limits: Limits
  readonly lookedAt: LookedAt
  /** The addresses of rows that lanes give which the program leaves out. */
  readonly rows?: Rows
  /** The threads with addresses that are not yet integers. */
  readonly typed: readonly Thread[]
  /** The events before those of the threads. */
  readonly initial: readonly MemoryEvent[]
  /** The unknown values in them. */
  readonly unknowns: readonly UnknownValue[]
}

/** The records so far, of all instructions and of the paths of threads. Its lists grow. */
export interface Recording extends BarrierRecording, AsyncRecording, RangeRecording, TensorRecords {
  readonly running: Running
  readonly decisions: Sources[][]
  readonly choices: Choice[]
  readonly cuts: CutWith[]
  readonly waits: LoopWait[]
  readonly decisive: readonly Decisive[]
  readonly clocks: ClockReading[]
  /** Loops whose constants end them only after too many rounds to execute. Once there is one, the run is given up. */
  readonly uncounted: LoopLine[]
  /** Writes to private memory, which make no events. */
  readonly kept: Kept[]
  /** The initial values of its slots. */
  readonly startOfSlots: Set<Expression>
}

/** Returns the start of a run. */
export function recording(
  program: Program,
  running: Running,
  slots: Slots,
  constants: ReadonlyMap<string, ConstantExpression>,
): Recording {
  const { variables } = program
  const decisive: Decisive[] = []
  const computations: Computation[] = []
  return {
    program,
    running,
    variables: new Map(variables.map((variable) => [variable.name, variable])),
    writable: new Set(variables.flatMap(({ space, address }) => (space === 'const' ? [] : [address]))),
    slots,
    exposed: [],
    events: [...running.initial],
    ...noPairs(),
    extents: [],
    assumed: [],
    commits: [],
    chosen: new Map(),
    rows: new Map(),
    pending: [],
    mbarriers: [],
    warpgroups: [],
    allocations: [],
    deallocations: [],
    tensorUses: [],
    certain: [],
    pendingTensor: [],
    changes: [],
    requests: [],
    failures: [],
    failing: [],
    demands: [],
    decisions: [],
    choices: [],
    cuts: [],
    waits: [],
    undefined: [],
    unmodelled: [],
    computations,
    computes: (one) => {
      if (mayDependOnLayout(one)) computations.push(one)
    },
    computed: [],
    leftOut: [],
    unknowns: unknownValues(running.unknowns),
    decisive,
    decides: (one) => {
      if (one.values.some(({ kind }) => kind !== 'constant')) decisive.push(one)
    },
    uncounted: [],
    kept: [],
    brought: [],
    active: [],
    clocks: [],
    leaders: new Map(),
    constants,
    startOfSlots: new Set(),
  }
}
