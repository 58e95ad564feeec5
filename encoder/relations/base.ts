/** The base sets and relations of an event graph, in any logic: for all executions at once, or for one. */

import type { BaseRelation, BaseSet } from '../../axioms/algebra/names.js'
import { gpuName, sameCluster, sameCta, sameGpu } from '../../litmus/position.js'
import { type ThreadPosition, threadAt } from '../../litmus/program.js'
import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import { fencedPairs } from '../events/asynchronous/fenced.js'
import {
  type BarrierEvent,
  type Event,
  type EventGraph,
  type GuardedPair,
  isMemory,
  type MemoryEvent,
} from '../events/graph/event.js'
import { memoryPositionOf, type PositionOf, positionOf, scopesIncludeEachOther } from '../events/graph/scopes.js'
import { complete, overlapping, overlappingAtAddress, type Related, together } from '../events/memory/places.js'
import { never, type Predicate } from '../values/expression.js'
import type { Logic } from '../values/logic.js'
import { otherBytes } from './bytewise.js'
import type { Chosen } from './chosen.js'
import type { Base } from './interpret.js'
import { type Relation, relationAlgebra } from './relation.js'

/** Returns whether two events are scalars of one vector access, which are in no order (ISA 8.2.4). */
const ofOneVector = (a: Event, b: Event): boolean =>
  isMemory(a) && isMemory(b) && a.vector !== undefined && a.vector === b.vector

/** Returns whether an event is in program order. Asynchronous operations are not (ISA 8.9.1.1). */
const isInOrder = (event: Event): boolean => !isMemory(event) || event.asynchronous !== true

const isBarrier = (event: Event, ...actions: readonly BarrierEvent['action'][]): boolean =>
  event.kind === 'barrier' && actions.includes(event.action)

/** Returns a key that is equal for events whose scopes reach the same threads. */
const standingOf = ({ origin, sets }: Event, at: ThreadPosition | undefined): string =>
  `${origin === undefined} ${at && `${at.kernel} ${gpuName(at)} ${at.cluster} ${at.cta}`} ${scopeSets.filter((name) => sets.includes(name))}`

const scopeSets = ['CTA', 'CLUSTER', 'GPU', 'SYS'] as const

/**
 * Returns the base sets and relations for the given choices. All except the chosen ones follow from the text of the
 * program. `truth` says which conditions hold over the values that reads return.
 */
export function baseOf<B>(
  graph: EventGraph,
  chosen: Chosen<B>,
  truth: (predicate: Predicate) => B,
  logic: Logic<B>,
): Base<B> {
  const { program, events } = graph
  const algebra = relationAlgebra(events.length, logic)
  const executed = (id: number): B => must(chosen.executed[id], 'whether each event is executed')

  const fromPairs = (pairs: readonly (readonly [number, number])[]): Relation<B> =>
    algebra.fromPairs(pairs.map(([a, b]) => [a, b, logic.and(executed(a), executed(b))]))
  const fromGuarded = (pairs: readonly GuardedPair[]): Relation<B> =>
    algebra.fromPairs(
      pairs.map(([a, b, when]) => {
        const executedBoth = logic.and(executed(a), executed(b))
        return [a, b, executedBoth === logic.ff ? logic.ff : logic.and(executedBoth, truth(when))]
      }),
    )
  /** The events that may be executed: in a single execution, often few. */
  const present = events.filter(({ id }) => executed(id) !== logic.ff)
  /**
   * Returns the related pairs of events, if only their positions and the reach of their scopes matter: one of all that
   * are alike is asked.
   */
  const standing = (related: (a: Event, b: Event) => boolean, at: PositionOf = positionOf): Relation<B> => {
    const classes = [...groupBy(present, (event) => standingOf(event, at(program, event))).values()]
    const classOf = new Map(classes.flatMap((some, i) => some.map(({ id }) => [id, i] as const)))
    const areRelated = classes.map(([a]) => classes.map(([b]) => related(a, b)))
    const rows = new Map(classes.map((_, i) => [i, present.filter(({ id }) => areRelated[i]?.[classOf.get(id) ?? -1])]))
    return fromPairs(
      present.flatMap(({ id }) => (rows.get(classOf.get(id) ?? -1) ?? []).map((other) => [id, other.id] as const)),
    )
  }
  const ofThread = groupBy(present, ({ origin }) => origin?.thread)
  /** Returns the related pairs of events of the same thread. */
  const withinThreads = (related: (a: Event, b: Event) => boolean): Relation<B> =>
    fromPairs(
      present.flatMap((a) =>
        a.origin === undefined
          ? []
          : (ofThread.get(a.origin.thread) ?? []).filter((b) => related(a, b)).map((b) => [a.id, b.id] as const),
      ),
    )

  /** Returns the pairs of an arrival at a barrier of these kinds and a thread that sees it. */
  const seenBy = (...actions: readonly BarrierEvent['action'][]): Relation<B> =>
    chosen.seen.map(
      (row) =>
        new Map([...row].filter(([to]) => isBarrier(must(events[to], 'each event that is related'), ...actions))),
    )

  /**
   * Returns whether both accesses are by the host. Proxies belong to a GPU: to the host, all names of a location are
   * one address.
   */
  const ofHost = (a: MemoryEvent, b: MemoryEvent): boolean =>
    [a, b].every(({ origin }) => origin !== undefined && threadAt(program.threads, origin.thread).kind === 'host')

  const memory = present.filter(isMemory)
  const atLocation = groupBy(
    memory.flatMap((event) => [...new Set(event.places.map(({ location }) => location))].map((at) => ({ event, at }))),
    ({ at }) => at,
  )
  /** Returns the accesses that may reach a location of this one. */
  const near = ({ places: [first, ...others] }: MemoryEvent): readonly MemoryEvent[] =>
    first === undefined || others.length > 0 ? memory : (atLocation.get(first.location) ?? []).map(({ event }) => event)
  const accesses = (related: (a: MemoryEvent, b: MemoryEvent) => Related): Relation<B> =>
    fromGuarded(
      memory.flatMap((a) =>
        near(a).flatMap((b): readonly GuardedPair[] => {
          const when = together(a, b, related(a, b))
          return when === never ? [] : [[a.id, b.id, when]]
        }),
      ),
    )

  const areAsynchronous = graph.issue.length > 0 || graph.completed.length > 0

  // This is a record, which is fast to look up: each of thousands of executions asks for its relations.
  const relations: Readonly<Record<BaseRelation, () => Relation<B>>> = {
    id: () => fromPairs(present.map(({ id }) => [id, id] as const)),
    po: () => withinThreads((a, b) => a.id < b.id && !ofOneVector(a, b) && isInOrder(a) && isInOrder(b)),
    loc: () => accesses(() => overlapping),
    vloc: () => accesses((a, b) => (ofHost(a, b) ? overlapping : overlappingAtAddress)),
    complete: () => accesses(() => complete),
    other_bytes: () => otherBytes(graph, chosen, truth, logic),
    scta: () => standing((a, b) => sameCta(positionOf(program, a), positionOf(program, b))),
    sgpu: () => standing((a, b) => sameGpu(positionOf(program, a), positionOf(program, b))),
    sr: () => standing((a, b) => scopesIncludeEachOther(program, a, b)),
    scta_memory: () =>
      areAsynchronous
        ? standing((a, b) => sameCta(memoryPositionOf(program, a), memoryPositionOf(program, b)), memoryPositionOf)
        : relationOf('scta'),
    sr_memory: () =>
      areAsynchronous
        ? standing((a, b) => scopesIncludeEachOther(program, a, b, memoryPositionOf), memoryPositionOf)
        : relationOf('sr'),
    scluster: () => standing((a, b) => sameCluster(positionOf(program, a), positionOf(program, b))),
    issue: () => fromGuarded(graph.issue),
    async_order: () => fromGuarded(graph.async_order),
    completed: () => fromGuarded(graph.completed),
    one_operation: () => fromGuarded(graph.one_operation),
    fenced: () => fromGuarded(fencedPairs(graph)),
    rmw: () => fromGuarded(graph.rmw),
    data: () => fromGuarded(graph.data),
    ctrl: () => fromGuarded(graph.ctrl),
    addr: () => fromGuarded(graph.addr),
    syncbar: () => seenBy('sync', 'red'),
    clusterbar: () => seenBy('wait'),
    phase_order: () => fromGuarded(graph.phase_order),
    api: () => fromPairs(graph.api),
    trigger: () => fromGuarded(graph.trigger),
    trigger_order: () => fromGuarded(graph.trigger_order),
    rf: () => chosen.rf,
    co: () => chosen.co,
    sync_fence: () => chosen.sync_fence,
  }

  const relationOf = memoised((name: BaseRelation) => relations[name]())
  const isIn = ({ id, sets, also }: Event, name: BaseSet): B => {
    if (sets.includes(name)) return executed(id)
    return also?.set === name ? logic.and(executed(id), truth(also.when)) : logic.ff
  }
  return {
    size: events.length,
    set: (name: BaseSet) =>
      new Map(
        events.flatMap((event) =>
          event.sets.includes(name) || event.also?.set === name ? [[event.id, isIn(event, name)] as const] : [],
        ),
      ),
    relation: relationOf,
  }
}
