/** The base sets and relations of an event graph, in any logic: for all executions at once, or for one. */

import { match } from 'ts-pattern'
import type { BaseRelation, BaseSet } from '../../axioms/algebra/names.js'
import { sameCta } from '../../litmus/position.js'
import { threadAt } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import {
  type BarrierEvent,
  type Event,
  type EventGraph,
  type GuardedPair,
  isMemory,
  type MemoryEvent,
} from '../events/event.js'
import { positionOf, scopesIncludeEachOther } from '../events/scopes.js'
import type { Predicate } from '../values/expression.js'
import type { Logic } from '../values/logic.js'
import type { Base } from './interpret.js'
import { type Relation, relationAlgebra } from './relation.js'

/** What an execution chooses. */
export interface Chosen<B> {
  /** Which events are executed. */
  readonly executed: readonly B[]
  readonly rf: Relation<B>
  readonly co: Relation<B>
  readonly sync_fence: Relation<B>
  /** From the arrivals at barriers of CTAs and of clusters to the waits that saw them. */
  readonly seen: Relation<B>
}

/** A pair that an execution may choose, and when it does. */
export type ChosenPair<B> = readonly [from: number, to: number, when: B]

const isBarrier = (event: Event, action: BarrierEvent['action']): boolean =>
  event.kind === 'barrier' && event.action === action

/**
 * The base sets and relations for the given choices; all but the chosen ones follow from the text of the program. `truth` says which
 * conditions hold over the values that reads return.
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
  const between = (related: (a: Event, b: Event) => boolean): Relation<B> =>
    fromPairs(events.flatMap((a) => events.filter((b) => related(a, b)).map((b) => [a.id, b.id] as const)))

  /** Who sees the arrivals at barriers of one kind. */
  const seenBy = (action: BarrierEvent['action']): Relation<B> =>
    chosen.seen.map(
      (row) => new Map([...row].filter(([to]) => isBarrier(must(events[to], 'each event that is related'), action))),
    )

  /** Proxies belong to a GPU: to the host, all names of a location are one address. */
  const ofHost = (a: MemoryEvent, b: MemoryEvent): boolean =>
    [a, b].every(({ origin }) => origin !== undefined && threadAt(program.threads, origin.thread).kind === 'host') &&
    a.location === b.location

  const relation = (name: BaseRelation): Relation<B> =>
    match(name)
      .with('id', () => between((a, b) => a === b))
      .with('po', () =>
        between((a, b) => a.origin !== undefined && a.origin.thread === b.origin?.thread && a.id < b.id),
      )
      .with('loc', () => between((a, b) => isMemory(a) && isMemory(b) && a.location === b.location))
      .with('vloc', () => between((a, b) => isMemory(a) && isMemory(b) && (a.address === b.address || ofHost(a, b))))
      .with('scta', () => between((a, b) => sameCta(positionOf(program, a), positionOf(program, b))))
      .with('sr', () => between((a, b) => scopesIncludeEachOther(program, a, b)))
      .with('rmw', () => fromGuarded(graph.rmw))
      .with('data', () => fromGuarded(graph.data))
      .with('ctrl', () => fromGuarded(graph.ctrl))
      // Addresses are names, which no instruction computes.
      .with('addr', () => algebra.empty)
      .with('syncbar', () => seenBy('sync'))
      .with('clusterbar', () => seenBy('wait'))
      .with('api', () => fromPairs(graph.api))
      .with('rf', () => chosen.rf)
      .with('co', () => chosen.co)
      .with('sync_fence', () => chosen.sync_fence)
      .exhaustive()

  const relations = new Map<BaseRelation, Relation<B>>()
  return {
    size: events.length,
    set: (name: BaseSet) =>
      new Map(events.filter(({ sets }) => sets.includes(name)).map(({ id }) => [id, executed(id)])),
    relation: (name) => {
      const known = relations.get(name) ?? relation(name)
      relations.set(name, known)
      return known
    },
  }
}
