/** Events, and the facts that hold in all executions of a program at once (ISA 8.2 to 8.6, 8.9.1). */

import type { BaseSet } from '../../../axioms/algebra/names.js'
import type { ClusterBarrier } from '../../../litmus/instructions/cluster-barriers.js'
import type { Barrier } from '../../../litmus/instructions/control.js'
import type { NamedBarrier } from '../../../litmus/instructions/named-barriers.js'
import type { DataType, PointerAddress } from '../../../litmus/operand.js'
import type { Program } from '../../../litmus/program.js'
import type { Span } from '../../../source/text.js'
import type { Expression, Predicate } from '../../values/expression.js'
import type { LookedAt } from './bound.js'
import type { Loop } from './loop.js'
import type { Layout } from './regions.js'
import type { RegisterValue } from './register-value.js'

/** The instruction that an event comes from. */
export interface Origin {
  readonly thread: number
  /** Among those of the thread. */
  readonly instruction: number
  /** The numbers of earlier rounds of the loops around it, from the outermost. */
  readonly iterations: readonly number[]
}

/**
 * An event of an execution: an access to memory, a fence, a barrier, a call, or a step of an asynchronous operation.
 */
export type Event = MemoryEvent | TensorEvent | FenceEvent | BarrierEvent | CallEvent | TaskEvent | AsyncEvent

interface EventCore {
  /** Its index among the events; program order is the order of these within a thread. */
  readonly id: number
  /** The base sets it belongs to when it is executed. */
  readonly sets: readonly BaseSet[]
  /** A base set that it belongs to only where the predicate holds. */
  readonly also?: { readonly set: BaseSet; readonly when: Predicate }
  /** The instruction it comes from; initial writes and tasks have none. */
  readonly origin: Origin | undefined
  /** A predicate that says when the event is executed, over what reads return and which barriers are passed. */
  readonly guard: Predicate
}

/** The first byte of an access at one of its possible places, and the condition under which it goes there. */
export interface AccessPlace {
  readonly location: number
  /** The virtual address of the location. */
  readonly address: number
  /** The offset in bytes. */
  readonly offset: number
  readonly when: Predicate
}

export interface MemoryEvent extends EventCore {
  readonly kind: 'read' | 'write'
  /**
   * The places of the access: always one, or if its address is computed from what reads return, one of these whenever
   * it is executed.
   */
  readonly places: readonly AccessPlace[]
  /** The first event of the vector access that it is a scalar of, if it is. The events of one follow each other. */
  readonly vector?: number
  /** The value that a write stores or a read returns. */
  readonly value: Expression
  /** It goes on while its thread does: it is not in program order. */
  readonly asynchronous?: true
}

/** Cells of the Tensor Memory of a CTA: from a lane and a column up to but not including others, and when it is these. */
export interface TensorCells {
  readonly cta: string
  readonly lanes: readonly [from: number, to: number]
  readonly columns: readonly [from: number, to: number]
  readonly when: Predicate
}

/**
 * An access to Tensor Memory, which `tcgen05` instructions alone can access. It has no place in `rf` or `co`: accesses
 * to one cell must be ordered, or they race, and what is read is unknown.
 */
export interface TensorEvent extends EventCore {
  readonly kind: 'tensor'
  readonly writes: boolean
  readonly cells: readonly TensorCells[]
  /** The addresses at which it may begin. */
  readonly starts: readonly { readonly cta: string; readonly address: number; readonly when: Predicate }[]
  /** The shape of the accumulator of a product. */
  readonly shape?: string
  /** It goes on while its thread does: it is not in program order. */
  readonly asynchronous?: true
}

interface FenceEvent extends EventCore {
  readonly kind: 'fence'
  /** The state space to whose memory it applies; without one, it applies to all memory. */
  readonly space?: FencedSpace
  /** It applies to tensor maps in global memory: to all of them, or to the one at this location. */
  readonly maps?: 'all' | number
}

/** The state space of a fence: global memory, the shared memory of the thread's CTA, or of all CTAs in its cluster. */
export type FencedSpace = 'global' | 'shared::cta' | 'shared::cluster'

/** An event in program order that issues an asynchronous operation, or waits for groups of them. */
interface AsyncEvent extends EventCore {
  readonly kind: 'issue' | 'wait'
}

/** An execution barrier. A thread arrives there, and waits unless it is an `arrive`. */
export interface BarrierEvent extends EventCore {
  readonly kind: 'barrier'
  /**
   * The rule by which barriers belong together: those at one place of the program, those of a cluster, the named ones
   * of a CTA, those of the lanes of a warp, the operations of a warpgroup, which wait for its warps, or
   * releases of registers in a CTA, for which requests wait. Two more rules
   * are for programmatic dependent launch: a thread waits until the kernel before its own has ended, or lets the next
   * kernel start.
   */
  readonly rule: 'place' | 'cluster' | 'named' | 'warp' | 'warpgroup' | 'registers' | 'grid'
  /**
   * The kind of a barrier of a CTA, or of a cluster, where arriving and waiting are two instructions. Lanes of a warp that `converge` wait for each
   * other, which orders no memory.
   */
  readonly action: Barrier['action'] | NamedBarrier['action'] | ClusterBarrier['action'] | 'converge'
  /**
   * Equal for barriers of one CTA at one place of the program, in the same round of the loops around them, for the barriers of one cluster,
   * for the named ones of one CTA, and for those of a warp with the same words.
   */
  readonly instance: string
  /**
   * The barrier resource, and the reads that it depends on; undefined if it depends on the path that the thread takes. For a cluster's barrier
   * it is the phase: how often the thread has waited there before. For a named one it is the number and the phase, for one of a warp the mask
   * and the phase. It has 32 bits, for a warp 64.
   */
  readonly resource: { readonly value: Expression; readonly reads: readonly number[] | undefined } | undefined
  /** The number of arrivals that it requires, of 32 bits, signed: any barrier meets a negative one. For a named barrier, the number of threads. */
  readonly quorum: Expression | undefined
  /** `.aligned`: the threads of a warp, or of the CTA, must come to it together. */
  readonly aligned?: boolean
  /** The data of a named barrier. */
  readonly named?: {
    /** The number of the barrier in its CTA, of 32 bits. */
    readonly number: Expression
    /** The number of times that its thread has used this barrier before, and the phase of this use, of 32 bits. */
    readonly use: Expression
    readonly phase: Expression
    readonly reduction: NonNullable<NamedBarrier['reduction']>['operation'] | undefined
  }
  /**
   * The other threads of its warp for which an arrival at a named barrier or a cluster's waits, and a wait at a
   * cluster's: until each has also come to one, or has ended (ISA, `bar` and `barrier.cluster`: "for all non-exited
   * threads from its warp"). It orders no memory.
   */
  readonly mates?: readonly number[]
  /** The number of registers that a warp releases, or that it waits for. */
  readonly registers?: number
  /** The data of an instruction of a warp. */
  readonly warp?: {
    /** The mask, of 32 bits, and the lane of its thread. */
    readonly mask: Expression
    readonly lane: number
    /** True if the behaviour is undefined once a lane has ended. */
    readonly complete: boolean
    /** The values of the operands that all lanes must have in common. */
    readonly agreed: readonly Expression[]
  }
  /** The value that it returns to its thread, if it returns one and the thread gets past it. */
  readonly returned?: { readonly type: DataType; readonly value: Expression }
}

/** A call of the runtime by the host; one that waits is executed when it returns, a query when it says that the tasks have completed. */
export interface CallEvent extends EventCore {
  readonly kind: 'call'
  /** The condition under which the host makes the call, whether it returns or not. */
  readonly made: Predicate
}

/** The start or the end of what a stream executes. A task without effects is one event. */
export interface TaskEvent extends EventCore {
  readonly kind: 'task'
  /** Among those of the program's host. */
  readonly task: number
  readonly phase: 'start' | 'end' | 'whole'
}

/** Bytes of a location that no access and no question splits. */
export interface Cell {
  readonly location: number
  /** The offset in bytes. */
  readonly offset: number
  readonly bytes: number
}

/** Returns whether an event belongs to an operation on an mbarrier. */
export const isCounting = ({ sets }: Event): boolean => sets.includes('MBAR')

export const isMemory = (event: Event): event is MemoryEvent => event.kind === 'read' || event.kind === 'write'

/** An event that gives its thread a value that depends on other threads. */
export type Returning =
  | (MemoryEvent & { readonly kind: 'read' })
  | (BarrierEvent & { readonly returned: NonNullable<BarrierEvent['returned']> })

export const returns = (event: Event): event is Returning =>
  event.kind === 'read' || (event.kind === 'barrier' && event.returned !== undefined)

/** Returns the access with that id. Throws if the event is not an access. */
export function accessAt({ events }: Pick<EventGraph, 'events'>, id: number): MemoryEvent {
  const event = events[id]
  if (event === undefined || !isMemory(event)) throw new Error(`event ${id} accesses no memory`)
  return event
}

/** Two events, by their ids. */
export type Pair = readonly [from: number, to: number]

/** A pair of event ids that is related when both are executed and the predicate holds. */
export type GuardedPair = readonly [from: number, to: number, when: Predicate]

/** A unit that may never start: a block, the blocks of a cluster, which start together, or a whole task. */
export interface Unit {
  readonly kind: 'blocks' | 'task'
  /** The kernel, or the task, as an index of tasks. */
  readonly task: number
  readonly threads: readonly [number, ...number[]]
  readonly neverStarts: Predicate
}

/**
 * The events that a program may execute, and what its text fixes about them. An execution chooses which happen, what
 * reads return, and orders.
 */
export interface EventGraph {
  readonly program: Program
  /** The cells of memory that is used. The first events are their initial writes, in the same order. */
  readonly cells: readonly Cell[]
  /** The place of a computation whose result depends on where memory lies. It takes a while to find. */
  readonly sensitive: () => Span | undefined
  /** True if some access covers several cells, so that accesses may overlap partially. */
  readonly mixed: boolean
  /** The addresses of memory as integers. */
  readonly layout: Layout
  readonly events: readonly Event[]
  /** The number of events that are left out, since no axiom can tell (`threads/unseen.ts`, `threads/bystanders.ts`). */
  readonly leftOut: number
  readonly rmw: readonly GuardedPair[]
  readonly data: readonly GuardedPair[]
  readonly ctrl: readonly GuardedPair[]
  readonly addr: readonly GuardedPair[]
  /** The pairs that calls of the runtime order directly. */
  readonly api: readonly Pair[]
  /** Pairs from what lets a dependent kernel start to the events of its threads. */
  readonly trigger: readonly GuardedPair[]
  /** Pairs from the first trigger of a CTA to those of its other threads. */
  readonly trigger_order: readonly GuardedPair[]
  /** Pairs from what a thread issues to its operations. */
  readonly issue: readonly GuardedPair[]
  /** The order of the operations of one asynchronous instruction. */
  readonly async_order: readonly GuardedPair[]
  /** Pairs from operations to what happens when they are complete. */
  readonly completed: readonly GuardedPair[]
  /** Pairs among the parts that the warps of a warpgroup have in one operation. */
  readonly one_operation: readonly GuardedPair[]
  /** The final values of each thread's registers. */
  readonly registers: readonly ReadonlyMap<string, RegisterValue>[]
  /** The demands of the program on executions: the `== n` after accesses. */
  readonly constraints: readonly Predicate[]
  /** The condition under which each thread ends. */
  readonly ends: readonly Predicate[]
  /** The condition under which each thread never starts, or the host never continues, because a task that it waits for does not end. */
  readonly blocked: readonly Predicate[]
  /** Holds if every thread ends. */
  readonly complete: Predicate
  /** The units that may never start. */
  readonly units: readonly Unit[]
  /** Holds if each block or task that never starts has no place on the GPU: only then is it a hang. */
  readonly occupied: Predicate
  /** The places where threads stop because they access missing memory or trap, and those where they misuse barriers. */
  readonly undefined: readonly Undefined[]
  /** The instructions that rest on an assumption, and when they are executed. */
  readonly assumed: readonly Assumed[]
  /** The commits of groups of `wgmma` operations. */
  readonly commits: readonly Commit[]
  /** The places where threads stop because they reach what is not modelled. */
  readonly unmodelled: readonly Unmodelled[]
  /** The places where values decide about paths or memory, if the program has values that are not computed. */
  readonly decisive: readonly Decisive[]
  /** The unknown values, by their ids. */
  readonly unknowns: readonly UnknownValue[]
  /**
   * Pairs from arrivals at named barriers that start again to those waits of the same phase, and of later ones, that
   * are over.
   */
  readonly phase_order: readonly GuardedPair[]
  /**
   * The constraints that uninterpreted functions give equal results for equal operands, and the constraints on the
   * chosen phases of barriers.
   */
  readonly congruence: readonly Predicate[]
  /** The places where the bound cuts loops. */
  readonly cuts: readonly Cut[]
  /** The loops in which threads may wait for what others write. */
  readonly waits: readonly LoopWait[]
  readonly bound: number
  /** The purpose for which the executions of the graph are examined. */
  readonly lookedAt: LookedAt
}

/** The place where a thread stops, and the condition. */
export interface Stop {
  readonly thread: number
  /** Among those of the thread. */
  readonly instruction: number
  readonly iterations?: readonly number[]
  readonly when: Predicate
}

/** An instruction about which the manual leaves something open, what is assumed, and when it is executed. */
export interface Assumed extends Stop {
  /**
   * That it accesses all of an object, of which it may access any part; that the lane which gives the address of a row
   * accesses it; that a matrix is read in whole rows, which are more than it has; that moves of the registers of a
   * matrix are no accesses; that registers are there when a warp asks for them, or for all warps that ask; that there are
   * columns of Tensor Memory when a warp asks for them, that both CTAs of a pair ask, that an operand has cells which it
   * may have, that the bits of a response to a request are not looked at, that shared memory is aligned as a launch
   * assumes, that the metadata of sparse matrices mean something, and that a matrix is in the collector buffer that is
   * read from there.
   */
  readonly what:
    | 'whole object'
    | 'row'
    | 'whole rows'
    | 'moves'
    | 'registers'
    | 'all registers'
    | 'columns'
    | 'peer'
    | 'whole lanes'
    | 'response'
    | 'alignment'
    | 'metadata'
    | 'collected'
}

/** A commit of a group by a thread, which is executed after the events of the thread whose ids are less. */
export interface Commit {
  readonly thread: number
  readonly before: number
  readonly when: Predicate
}

/** Bytes that a copy reaches, what their address must be a multiple of, and the state space that it names for them. */
export interface Copied {
  readonly bytes: number
  readonly aligned: number
  readonly space: PointerAddress['space']
  /** False if the distance of two rows is no multiple of the alignment; absent if it is, or there are no rows. */
  readonly areRowsAligned?: boolean
}

/** The place where the program goes wrong: from there on its behaviour is undefined, or a trap ends it. */
export type Undefined = Stop &
  (
    | {
        /** An access whose address is outside of all memory that it may access, or not aligned to its size (ISA 6.4.1). */
        readonly reason: 'access'
        /** The address as an integer. */
        readonly address: Expression
        /** The memory that a copy reaches there; otherwise the instruction names it. */
        readonly copied?: Copied
      }
    | { readonly reason: 'trap' }
    | MisusedBarrier
    | MisusedMbarrier
    | MisusedAsync
    | MisusedWarpgroup
    | MisusedTensorMemory
    | MisusedLaunch
  )

/** An operation on an mbarrier against the rules (ISA, `mbarrier`). */
export type MisusedMbarrier = { readonly reason: 'mbarrier' } & (
  | {
      readonly problem: MbarrierProblem
      /** The read of the mbarrier that finds it invalid, if that is the problem. */
      readonly state?: number
    }
  | {
      /** It is initialised although it is valid; or a write that is not an operation on an mbarrier changes its memory. */
      readonly problem: 'still valid' | 'overwritten'
      /** Two writes to the mbarrier; the second causes the problem. */
      readonly writes: Pair
      /** The writes that make it invalid. */
      readonly invalidations: readonly number[]
    }
  /** A read that is not an operation on an mbarrier returns a valid one: the write that it reads from, and the read. */
  | { readonly problem: 'read as data'; readonly reads: Pair }
)

export type MbarrierProblem =
  /** It has not been initialised. */
  | 'not initialised'
  /** It counts more bytes than it can, or fewer. */
  | 'tx-count'
  /** More threads arrive than the phase expects. */
  | 'pending count'
  /** The last of the expected arrivals is dropped. */
  | 'expected count'
  /** It would have to count no arrival, or more than it can. */
  | 'count'
  /** `noComplete`, but the phase ends with it. */
  | 'completes'
  /** The state is neither of this phase nor of the one before. */
  | 'old state'
  /** It would have to count what an operation does to the memory of another CTA. */
  | 'other CTA'
  /** It counts what is for other CTAs of the cluster, and is done to the memory of the thread's own. */
  | 'own CTA'
  /** It would have to be in a CTA that the cluster does not have. */
  | 'no such CTA'

/** An access that must not happen while an asynchronous operation is in flight (ISA, asynchronous copies; 8.9.1.1). */
type MisusedAsync = { readonly reason: 'asynchronous' } & (
  | {
      /** An access comes after what issued the operation and conflicts with it, but does not come after the operation. */
      readonly problem: 'too early'
      readonly access: number
      readonly operation: number
      readonly issue: number
    }
  | {
      /**
       * The CTA whose memory the access reaches may have exited: the access comes before none of the events of that CTA, and none of these
       * returns what it wrote.
       */
      readonly problem: 'exited'
      readonly access: number
      readonly own: readonly number[]
    }
)

/** A thread that uses `wgmma` or `setmaxnreg` against the rules (ISA, `wgmma.fence`, `wgmma.mma_async`, `wgmma.wait_group`). */
export interface MisusedWarpgroup {
  readonly reason: 'warpgroup'
  readonly problem: WarpgroupProblem
  /** There is no misuse where the first of these events comes before the second. */
  readonly unlessBefore?: Pair
  /** The other thread involved, if there is one. */
  readonly other?: number
}

export type WarpgroupProblem =
  /** The warpgroup has fewer than four warps. */
  | 'no warpgroup'
  /** The other thread, of the same warpgroup, does not come to the instruction. */
  | 'apart'
  /** The other thread has another descriptor. */
  | 'other descriptor'
  /** `setmaxnreg.dec` to more registers than there are, or `.inc` to fewer. */
  | 'wrong way'
  /** The other thread may not have executed the `setmaxnreg` before this one. */
  | 'not synchronised'
  /** There is no `wgmma.fence` before it. */
  | 'no fence'
  /** There is no `wgmma.fence` between an access to its registers and the operation. */
  | 'not fenced'
  /** An operation that may not be complete uses the register. */
  | 'register in use'

/** A thread that uses Tensor Memory against the rules (ISA, `tcgen05.alloc`, `tcgen05.ld`). */
export interface MisusedTensorMemory {
  readonly reason: 'tensor memory'
  readonly problem: TensorProblem
  /** There is no misuse where base causality leads from the first of these events to the second. */
  readonly unlessBefore?: Pair
  /** There is a misuse only where the first of these events comes before the second in time. */
  readonly ifBefore?: Pair
}

export type TensorProblem =
  /** The number of columns is not a power of two from 32 to 512. */
  | 'columns'
  /** An allocation has more columns than one before it. */
  | 'more columns'
  /** The CTA has given up the right to allocate. */
  | 'relinquished'
  /** Nothing frees the columns before the kernel ends. */
  | 'left'
  /** The address and the number of columns are those of no allocation, or it is freed twice. */
  | 'no allocation'
  /** A cell is in no allocation. */
  | 'not allocated'
  /** The cells may be allocated only later. */
  | 'early'
  /** The cells may have been freed before. */
  | 'freed'
  /** An instruction of the kernel is for another number of CTAs. */
  | 'two groups'
  /** A lane belongs to another warp of the warpgroup. */
  | 'quarter'
  /** An access begins at a lane at which its layout does not begin. */
  | 'lane'
  /** There is no peer CTA. */
  | 'no peer'
  /** No warp of the peer CTA performs the instruction, too. */
  | 'alone'
  /** The warp of the peer CTA allocates another number of columns. */
  | 'other columns'
  /** It may wait for the warp of the peer CTA, which comes to it only afterwards. */
  | 'waits'
  /** The descriptor of a matrix names a mode of swizzling that there is not. */
  | 'swizzling'

/** A request to cancel a launch, or a query of a response, against the rules (ISA, `clusterlaunchcontrol`). */
export interface MisusedLaunch {
  readonly reason: 'launch'
  readonly problem: /** The position of a CTA is asked of a request that failed. */
    | 'failed request'
    /** The value is not one that a request wrote. */
    | 'no response'
    /** The CTA has found out that an earlier request failed. */
    | 'after a failure'
  /**
   * There is no misuse where the request is issued before another thread reads the response of the one that failed, or
   * is complete before that: what issues it, its write, and the read.
   */
  readonly unlessBefore?: { readonly issue: number; readonly operation: number; readonly read: number }
}

/** A thread that comes to a named barrier, or to one of its warp, against the rules (ISA, `bar` and `bar.warp.sync`). */
export interface MisusedBarrier {
  readonly reason: 'barrier'
  readonly problem: BarrierProblem
  /** The other thread involved, if there is one. */
  readonly other?: number | undefined
  /** The instruction of its text at which that thread is, if that is another one. */
  readonly otherAt?: number | undefined
  /** There is no misuse where the first of these events comes before the second. */
  readonly unlessBefore?: Pair
}

type BarrierProblem =
  /** The number is not one of the CTA's. */
  | 'no such barrier'
  /** The count is not one of whole warps. */
  | 'no whole warps'
  /** The other thread names another count. */
  | 'other count'
  /** The other thread reduces its predicate in another way, or does not. */
  | 'other reduction'
  /** The other thread, of the same warp, goes on without the barrier. */
  | 'divergent'
  /**
   * The thread has arrived before, and cannot know whether the other thread, or any that is missing, has come since.
   */
  | 'not reset'
  /** The mask does not name the thread's own lane. */
  | 'not in mask'
  /** The other thread is named by the mask, and waits at another instruction, or with another mask. */
  | 'other mask'
  /** The other thread has an address or a stride that differs, which all lanes must have in common. */
  | 'other operands'
  /** The other thread has ended, although all lanes take part in a matrix instruction. */
  | 'ended lane'

/** An instruction that is not modelled. */
export interface Unmodelled extends Stop {
  readonly why: string
}

/** A place where values decide which path a thread takes, or which memory it accesses. */
export interface Decisive {
  readonly thread: number
  readonly span: Span
  readonly what: 'way' | 'memory'
  readonly when: Predicate
  readonly values: readonly Expression[]
}

/** An unknown value: its width and origin. */
export type UnknownValue = { readonly width: number } & (
  | {
      readonly from: 'instruction'
      readonly thread: number
      /** Among those of the thread. */
      readonly instruction: number
      /** The function, if the value is the result of an uninterpreted one. */
      readonly function: string | undefined
      /** What determines it, but is not computed: the instruction, or lanes that a launch leaves out. */
      readonly uncomputed: 'result' | 'lanes' | undefined
    }
  /** A number that depends on how many rounds of a wait there have been. */
  | { readonly from: 'rounds'; readonly thread: number; readonly instruction: number }
  /** The result of a division by zero. */
  | { readonly from: 'division'; readonly thread: number; readonly instruction: number }
  /** A register that the thread has not written. */
  | { readonly from: 'register'; readonly thread: number; readonly register: string }
  /** Memory that is not initialised. */
  | { readonly from: 'memory'; readonly location: number; readonly element: number }
  /** The choice of an execution whether a `try_wait` gives up. */
  | { readonly from: 'patience'; readonly thread: number; readonly instruction: number }
  /**
   * A choice of an execution: which thread of a CTA triggers first, whether a block never starts, or what a query
   * returns.
   */
  | { readonly from: 'schedule'; readonly thread: number; readonly instruction: number; readonly values: number }
  /** The phase of a named barrier in which a warp arrives, which an execution chooses. */
  | { readonly from: 'phase'; readonly thread: number; readonly instruction: number; readonly values: number }
)

export interface Cut {
  readonly thread: number
  /** Thread, label and place of the loop. */
  readonly loop: string
  /** The number of events before its last round. */
  readonly from: number
  /** Holds when a thread gets there and has not merely waited, so that the rest of its path is lost. */
  readonly reached: Predicate
}

/** A thread that goes round a loop for ever unless what it reads changes. */
export interface LoopWait {
  readonly thread: number
  readonly loop: Loop
  /** Holds when the thread goes back after a round that wrote nothing and left the thread as it was. */
  readonly guard: Predicate
  /** The events of that round: from the first, up to but not including the second. */
  readonly from: number
  readonly to: number
}
