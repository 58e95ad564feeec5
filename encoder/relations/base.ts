/** The base sets and relations of an event graph, in any logic: for all executions at once, or for one. */

import type { BaseRelation, BaseSet } from '../../axioms/algebra/names.js'
import { ctaOf, warpOf } from '../../litmus/position.js'
import { threadAt } from '../../litmus/program.js'
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
  type TensorEvent,
} from '../events/graph/event.js'
import { allCellsOf, commonCells, isTensor, sameAddress, sameShape } from '../events/graph/tensor-cells.js'
import { always, never, type Predicate } from '../values/expression.js'
import type { Logic } from '../values/logic.js'
import { otherBytes } from './bytewise.js'
import type { Chosen } from './chosen.js'
import type { Base, Lookup } from './interpret.js'
import { placed, relatedWhen } from './placed.js'
import { type Relation, relationAlgebra } from './relation.js'
import { standing as classesOf, isRelated } from './standing.js'

/** Returns whether two events are scalars of one vector access, which are in no order (ISA 8.2.4). */
const ofOneVector = (a: Event, b: Event): boolean =>
  isMemory(a) && isMemory(b) && a.vector !== undefined && a.vector === b.vector

/** Returns whether an event is in program order. Asynchronous operations are not (ISA 8.9.1.1). */
const isInOrder = (event: Event): boolean => !(isMemory(event) || isTensor(event)) || event.asynchronous !== true

const isBarrier = (event: Event, ...actions: readonly BarrierEvent['action'][]): boolean =>
  event.kind === 'barrier' && actions.includes(event.action)

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
  const isPresent = new Set(present.map(({ id }) => id))
  /** Returns a relation between classes of events. */
  const standing = (name: BaseRelation): Relation<B> => {
    const { classes, classOf, successors } = must(classesOf(graph)(name), 'classes')
    const rows = classes.map((_, i) =>
      present.filter(({ id }) => successors[i]?.has(must(classOf[id], 'a class of each event'))),
    )
    return fromPairs(
      present.flatMap(({ id }) => (rows[classOf[id] ?? -1] ?? []).map((other) => [id, other.id] as const)),
    )
  }
  /** Returns the pairs among others for which a condition is known, if both are executed. */
  const lookedUp = (others: Relation<B>, whenOf: (a: number, b: number) => Predicate): Relation<B> =>
    algebra.fromPairs(
      others.flatMap((row, a) =>
        isPresent.has(a)
          ? [...row].flatMap(([b, value]) => {
              const when = isPresent.has(b) ? whenOf(a, b) : never
              return when === never
                ? []
                : [[a, b, logic.and(value, logic.and(logic.and(executed(a), executed(b)), truth(when)))] as const]
            })
          : [],
      ),
    )
  const lookup = (name: BaseRelation): Lookup<Relation<B>> | undefined => {
    const classes = classesOf(graph)(name)
    if (classes !== undefined)
      return {
        size: classes.size,
        within: (others) => lookedUp(others, (a, b) => (isRelated(classes, a, b) ? always : never)),
      }
    const places = placed(graph)(name)
    return places && { size: places.size, within: (others) => lookedUp(others, (a, b) => relatedWhen(places, a, b)) }
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

  /** Returns a relation between accesses that depends on their places. */
  const accesses = (name: BaseRelation): Relation<B> => {
    const { classes, classOf, successors } = must(placed(graph)(name), 'classes')
    const presentIn = classes.map((ids) => ids.filter((id) => isPresent.has(id)))
    return fromGuarded(
      present
        .filter(isMemory)
        .flatMap(({ id }) =>
          [...(successors[classOf.get(id) ?? -1] ?? [])]
            .flatMap(([to, when]) => (presentIn[to] ?? []).map((other): GuardedPair => [id, other, when]))
            .toSorted(([, one], [, other]) => one - other),
        ),
    )
  }

  const tensor = present.filter(isTensor)
  const tensorAccesses = (related: (a: TensorEvent, b: TensorEvent) => Predicate): Relation<B> =>
    fromGuarded(
      tensor.flatMap((a) =>
        tensor.flatMap((b): readonly GuardedPair[] => {
          const when = related(a, b)
          return when === never ? [] : [[a.id, b.id, when]]
        }),
      ),
    )
  const withinWarps = (): Relation<B> => {
    const warps = groupBy(present, ({ origin }) => {
      const thread = origin && threadAt(program.threads, origin.thread)
      return thread?.kind === 'device' ? `${ctaOf(thread)} ${warpOf(thread)}` : undefined
    })
    return fromPairs(
      [...warps].flatMap(([warp, some]) =>
        warp === undefined ? [] : some.flatMap((a) => some.map((b) => [a.id, b.id] as const)),
      ),
    )
  }

  // This is a record, which is fast to look up: each of thousands of executions asks for its relations.
  const relations: Readonly<Record<BaseRelation, () => Relation<B>>> = {
    id: () => fromPairs(present.map(({ id }) => [id, id] as const)),
    po: () => withinThreads((a, b) => a.id < b.id && !ofOneVector(a, b) && isInOrder(a) && isInOrder(b)),
    loc: () => accesses('loc'),
    vloc: () => accesses('vloc'),
    complete: () => accesses('complete'),
    other_bytes: () => otherBytes(graph, chosen, truth, logic),
    scta: () => standing('scta'),
    sgpu: () => standing('sgpu'),
    sr: () => standing('sr'),
    scta_memory: () => standing('scta_memory'),
    sr_memory: () => standing('sr_memory'),
    scluster: () => standing('scluster'),
    swarp: withinWarps,
    tensor_loc: () => tensorAccesses(commonCells),
    tensor_within: () => tensorAccesses(allCellsOf),
    tensor_address: () => tensorAccesses(sameAddress),
    tensor_shape: () => tensorAccesses((a, b) => (sameShape(a, b) ? always : never)),
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
    lookup,
  }
}
