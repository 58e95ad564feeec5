/** Data races (ISA 8.7.1): conflicting accesses that are neither morally strong nor ordered by causality. */

import type { RaceRelations } from '../axioms/algebra/roles.js'
import { accessAt, type Event, type EventGraph, type MemoryEvent } from '../encoder/events/graph/event.js'
import { type PositionOf, positionBy, scopeIncludes } from '../encoder/events/graph/scopes.js'
import { proxySet } from '../encoder/events/graph/sets.js'
import { isTensor } from '../encoder/events/graph/tensor-cells.js'
import { complete, overlappingAtAddress, type Related, together } from '../encoder/events/memory/places.js'
import type { Execution } from '../encoder/execution/execution.js'
import { inBits } from '../encoder/execution/in-bits.js'
import { truthIn } from '../encoder/execution/replay.js'
import type { RaceReading } from '../encoder/relations/races.js'
import { operationOf } from '../litmus/host/operations.js'
import type { Program } from '../litmus/program.js'
import { proxyNames } from '../litmus/proxy.js'
import { must } from '../source/must.js'
import { racingIn } from '../witness/racing.js'
import { withoutAlike } from './alike.js'
import { type Cause, causesIn } from './causes.js'
import { tensorCausesIn } from './tensor-causes.js'

/** The conditions of moral strength (ISA 8.7) that a pair lacks. */
export type Lacks =
  /** Events that are weak. */
  | { readonly kind: 'weak'; readonly events: readonly number[] }
  /** Events whose scope does not include the other's thread. */
  | { readonly kind: 'scope'; readonly events: readonly number[] }
  | { readonly kind: 'proxy' }
  | { readonly kind: 'address' }
  /** The operations of one instruction, or of one thread, that are not in its program order (ISA 8.9.1.1). */
  | { readonly kind: 'asynchronous'; readonly events: readonly number[] }
  /** True if they overlap, but not completely: a mixed-size race (ISA 8.7.2). */
  | { readonly kind: 'size' }

export interface Race {
  readonly events: readonly [number, number]
  readonly lacks: readonly Lacks[]
  /**
   * True if the accesses are ordered, but not across proxies: base causality holds, and its proxy-preserved part does
   * not.
   */
  readonly baseCause: boolean
  /** True if both accesses are in one thread. */
  readonly intraThread: boolean
  /** The reasons why they are not ordered, if something seems to order them, or asynchronous operations take part. */
  readonly because: readonly Cause[]
  /** The operations to which the accesses belong, if these differ; only in a test with a host. */
  readonly operations?: readonly [string, string]
  /** True if the accesses are to Tensor Memory. */
  readonly isInTensorMemory?: true
  /**
   * True if one access is the read of an atomic whose write is ordered with the other access. Taken literally, an atomic
   * is one operation (ISA 8.10.6), and the two do not race; in these models, observation orders only its write.
   */
  readonly isOfHalf?: true
  /** The number of other pairs that race for the same reason: of the same instructions, or of one warpgroup. */
  readonly alike?: number
}

/**
 * Returns the races of an execution, in the order of the events. The halves of an atomic count as one operation, and
 * races that are one mistake as one race. `reading` says which condition of a pair decides.
 */
export function racesOf(
  graph: EventGraph,
  execution: Execution,
  relations: RaceRelations,
  reading: RaceReading = 'when',
): readonly Race[] {
  const { holds } = inBits(graph, execution)
  const truth = truthIn(execution)
  const { baseCause } = relations
  const causes = causesIn(graph, execution, relations)
  const writes = new Map(graph.rmw.map(([read, write]) => [read, write]))
  /** Returns whether an event is the read of an atomic whose write comes before the other access in causality order. */
  const isOfHalf = (read: number, other: number): boolean => {
    const write = writes.get(read)
    return write !== undefined && execution.executed[write] === true && holds(relations.cause, write, other)
  }
  const ofTensors = tensorCausesIn(graph, execution, relations)
  const all = racingIn(graph, execution, relations, reading).map((events): Race => {
    const [one, other] = events.map((id) => must(graph.events[id], 'an event of a race'))
    if (one !== undefined && other !== undefined && isTensor(one) && isTensor(other))
      return {
        events,
        lacks: [],
        baseCause: false,
        intraThread: one.origin?.thread === other.origin?.thread,
        because: ofTensors(one, other),
        isInTensorMemory: true,
        ...operationsOf(graph.program, one, other),
      }
    const [a, b] = [accessAt(graph, events[0]), accessAt(graph, events[1])]
    const isOrdered = baseCause !== undefined && (holds(baseCause, a.id, b.id) || holds(baseCause, b.id, a.id))
    return {
      events,
      lacks: lacking(graph, a, b, positionBy(relations), (related) => truth(together(a, b, related))),
      baseCause: isOrdered,
      intraThread: a.origin?.thread === b.origin?.thread,
      because: causes(a, b),
      ...(isOfHalf(a.id, b.id) || isOfHalf(b.id, a.id) ? { isOfHalf: true as const } : {}),
      ...operationsOf(graph.program, a, b),
    }
  })
  return withoutAlike(graph, all)
}

function operationsOf(program: Program, ...pair: readonly [Event, Event]): Pick<Race, 'operations'> {
  const [one, other] = pair.map(({ origin }) => origin && operationOf(origin.thread, program))
  return one === undefined || other === undefined || one === other ? {} : { operations: [one, other] }
}

const proxySets = proxyNames.map(proxySet)
const orders = ['RLX', 'ACQ', 'REL']

function lacking(
  graph: EventGraph,
  a: MemoryEvent,
  b: MemoryEvent,
  position: PositionOf,
  are: (related: Related) => boolean,
): readonly Lacks[] {
  const { program } = graph
  const isWeak = ({ sets }: MemoryEvent) => !orders.some((order) => sets.some((one) => one === order))
  const weak = [a, b].filter(isWeak).map(({ id }) => id)
  const asynchronous = [a, b].filter((one) => one.asynchronous).map(({ id }) => id)
  const sameThread = a.origin?.thread === b.origin?.thread
  const tooNarrow = [
    [a, b],
    [b, a],
  ].flatMap(([one, other]) => {
    if (one === undefined || other === undefined || isWeak(one)) return []
    return scopeIncludes(program, one, other, position) ? [] : [one.id]
  })
  const proxyOf = ({ sets }: MemoryEvent) => sets.find((set) => proxySets.includes(set))
  return [
    ...(!sameThread && weak.length > 0 ? [{ kind: 'weak', events: weak } as const] : []),
    ...(!sameThread && tooNarrow.length > 0 ? [{ kind: 'scope', events: tooNarrow } as const] : []),
    ...(sameThread && asynchronous.length > 0 ? [{ kind: 'asynchronous', events: asynchronous } as const] : []),
    ...(proxyOf(a) === proxyOf(b) ? [] : [{ kind: 'proxy' } as const]),
    ...(are(overlappingAtAddress) ? [] : [{ kind: 'address' } as const]),
    ...(are(complete) ? [] : [{ kind: 'size' } as const]),
  ]
}
