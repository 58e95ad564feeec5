/** The inputs of accesses, and the records that they add to while threads run. */

import type { Program, Variable } from '../../../litmus/program.js'
import type { Predicate } from '../../values/expression.js'
import type { Slots } from '../control/private.js'
import type { Assumed, Cell, Decisive, Event, GuardedPair, Origin, Undefined, Unmodelled } from '../graph/event.js'
import type { Layout } from '../graph/regions.js'
import type { unknownValues } from '../graph/unknowns.js'
import type { Possible } from './places.js'
import type { Computed } from './possible.js'
import type { Computation } from './sensitive.js'

/**
 * The accesses that make no events, by the key of the access: the bits that a read returns, and nothing for a write.
 */
export type Unseen = ReadonlyMap<string, bigint | undefined>

/** An access that made no event. */
export interface LeftOut extends Cell {
  readonly kind: 'read' | 'write'
}

/** Returns the key of an access: its thread, its instruction and the rounds of the loops around it. */
export const keyOfAccess = ({ thread, instruction, iterations }: Origin): string =>
  [thread, instruction, ...iterations].join(' ')

/** The facts about memory that are known before threads run. */
export interface MemoryRunning {
  readonly layout: Layout
  /** The values that the addresses of accesses may have, by the key of the access. */
  readonly addresses: ReadonlyMap<string, Possible>
  /** The keys of accesses to Tensor Memory whose addresses may have other values, too, which are unknown. */
  readonly otherAddresses: ReadonlySet<string>
  /** The locations whose accesses make no events. */
  readonly privateTo: ReadonlySet<number>
  /** The accesses that make no events, since no axiom can tell. */
  readonly unseen: Unseen
}

/** The value that an access must return if it is executed. */
export interface Demand {
  readonly access: number
  readonly meets: Predicate
}

/** An access whose places are unknown, since nothing says which addresses are possible; and its key. */
export interface ComputedAccess extends Computed {
  readonly key: string
}

/** The records so far. Its lists grow. */
export interface MemoryRecording {
  readonly program: Program
  readonly running: MemoryRunning
  /** The names of memory. */
  readonly variables: ReadonlyMap<string, Variable>
  /**
   * The virtual addresses that may be written: constant memory is read only (ISA 5.1.3), unless a global name has its
   * address.
   */
  readonly writable: ReadonlySet<number>
  readonly slots: Slots
  /** Locations that were thought to be private, but are not. Once there is one, the run is given up. */
  readonly exposed: number[]
  readonly events: Event[]
  readonly rmw: GuardedPair[]
  readonly data: GuardedPair[]
  readonly ctrl: GuardedPair[]
  readonly addr: GuardedPair[]
  readonly demands: Demand[]
  readonly undefined: Undefined[]
  readonly unmodelled: Unmodelled[]
  readonly assumed: Assumed[]
  readonly computations: Computation[]
  /** Records a computation, unless its result depends on where memory lies in no arrangement. */
  readonly computes: (one: Computation) => void
  readonly computed: ComputedAccess[]
  /** The accesses that made no events, since no axiom can tell. */
  readonly leftOut: LeftOut[]
  readonly unknowns: ReturnType<typeof unknownValues>
  /** Records where values decide. Constants depend on nothing. */
  readonly decides: (one: Decisive) => void
}
