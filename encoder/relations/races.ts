/** Conflicts and races (ISA 8.7.1, 8.7.2), in any logic. */

import type { RaceRelations } from '../../axioms/algebra/roles.js'
import type { Rel } from '../../axioms/algebra/terms.js'
import { type EventGraph, isCounting, isMemory, type MemoryEvent } from '../events/graph/event.js'
import { commonCells, isTensor } from '../events/graph/tensor-cells.js'
import { overlapping, partial, type Related, together } from '../events/memory/places.js'
import { never, type Predicate } from '../values/expression.js'
import type { Logic } from '../values/logic.js'

/**
 * Returns whether two accesses conflict wherever they overlap (ISA 8.7.1): one of them is a write, and they may
 * overlap. Initial writes are not operations of the program, and the two halves of an atomic are one operation.
 * Operations on an mbarrier are in one order whatever their scopes; wrong ones are undefined behaviour, not races.
 */
const mayConflict = (a: MemoryEvent, b: MemoryEvent, overlap: Related = overlapping): boolean =>
  a.origin !== undefined &&
  b.origin !== undefined &&
  (a.kind === 'write' || b.kind === 'write') &&
  !ofOneAtomic(a, b) &&
  !(isCounting(a) && isCounting(b)) &&
  together(a, b, overlap) !== never

/**
 * Returns whether two events belong to one atomic, whose read and write follow each other. An instruction in a loop is
 * a separate operation in each round.
 */
const ofOneAtomic = (a: MemoryEvent, b: MemoryEvent): boolean =>
  a.kind === 'read' &&
  b.kind === 'write' &&
  b.id === a.id + 1 &&
  a.origin?.thread === b.origin?.thread &&
  a.origin?.instruction === b.origin?.instruction

/** Two accesses that may race, and the condition under which they do. */
export interface RacingPair<B> {
  readonly events: readonly [number, number]
  /** The condition if the read and the write of an atomic are two events, as observation has them. */
  readonly when: B
  /**
   * The condition if an atomic is one operation (ISA 8.4, 8.7.1): the two do not race if the write of the atomic is
   * ordered before the other access, although its read is not.
   */
  readonly asOne: B
}

/** Which condition of a pair decides whether it races. */
export type RaceReading = keyof Omit<RacingPair<unknown>, 'events'>

/** The relations that decide about races in executions over some logic. */
export interface RaceDomain<B> {
  readonly logic: Logic<B>
  readonly truth: (predicate: Predicate) => B
  readonly executed: (event: number) => B
  /** Returns whether a relation leads from one event to another. */
  readonly holds: (term: Rel, from: number, to: number) => B
}

/**
 * Returns the pairs of accesses that overlap in this way, conflict, and are neither morally strong nor in causality
 * order.
 */
function racingPairs<B>(
  { events, rmw }: EventGraph,
  { ms, cause }: RaceRelations,
  { logic, truth, executed, holds }: RaceDomain<B>,
  overlap: Related = overlapping,
): readonly RacingPair<B>[] {
  const { and, or, not, ff } = logic
  const accesses = events.filter(isMemory)
  const either = (term: Rel, a: number, b: number): B => or(holds(term, a, b), holds(term, b, a))
  const writeOf = new Map(rmw.map(([read, write]) => [read, write]))
  const writeIsBefore = (read: number, other: number): B => {
    const write = writeOf.get(read)
    return write === undefined ? ff : and(executed(write), holds(cause, write, other))
  }
  return accesses.flatMap((a, i) =>
    accesses.slice(i + 1).flatMap((b): readonly RacingPair<B>[] => {
      if (!mayConflict(a, b, overlap)) return []
      const here = and(and(executed(a.id), executed(b.id)), truth(together(a, b, overlap)))
      if (here === ff) return []
      const unordered = and(not(either(ms, a.id, b.id)), not(either(cause, a.id, b.id)))
      const when = and(here, unordered)
      const isOfHalf = or(writeIsBefore(a.id, b.id), writeIsBefore(b.id, a.id))
      return [{ events: [a.id, b.id], when, asOne: and(when, not(isOfHalf)) }]
    }),
  )
}

/**
 * Returns the pairs of accesses to Tensor Memory of which one writes a common cell, and which the model does not order.
 */
function racingInTensorMemory<B>(
  { events }: EventGraph,
  { tensorOrder }: RaceRelations,
  { logic, truth, executed, holds }: RaceDomain<B>,
): readonly RacingPair<B>[] {
  const accesses = events.filter(isTensor)
  if (accesses.length === 0 || tensorOrder === undefined) return []
  const { and, or, not, ff } = logic
  return accesses.flatMap((a, i) =>
    accesses.slice(i + 1).flatMap((b): readonly RacingPair<B>[] => {
      // Cells that are freed twice are misused, and a pair of CTAs frees them together.
      const conflict = (a.writes || b.writes) && (a.asynchronous || b.asynchronous)
      const meet = conflict ? commonCells(a, b) : never
      if (meet === never) return []
      const here = and(and(executed(a.id), executed(b.id)), truth(meet))
      if (here === ff) return []
      const ordered = or(holds(tensorOrder, a.id, b.id), holds(tensorOrder, b.id, a.id))
      const when = and(here, not(ordered))
      return [{ events: [a.id, b.id], when, asOne: when }]
    }),
  )
}

/** Returns all pairs of accesses that race. */
export const allRaces = <B>(
  graph: EventGraph,
  relations: RaceRelations,
  domain: RaceDomain<B>,
): readonly RacingPair<B>[] => [
  ...racingPairs(graph, relations, domain),
  ...racingInTensorMemory(graph, relations, domain),
]

/** Returns the pairs of accesses in a mixed-size data race, about which no axiom says anything (ISA 8.7.2). */
export const mixedSizeRaces = <B>(
  graph: EventGraph,
  relations: RaceRelations,
  domain: RaceDomain<B>,
): readonly RacingPair<B>[] => (graph.mixed ? racingPairs(graph, relations, domain, partial) : [])
