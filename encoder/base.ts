/** The base sets and relations of an event graph, in any logic: for all executions at once, or for one. */

import { match } from 'ts-pattern'
import type { BaseRelation, BaseSet } from '../axioms/algebra/names.js'
import type { Event, EventGraph } from './events.js'
import type { Base } from './interpret.js'
import type { Logic } from './logic.js'
import { type Relation, relationAlgebra } from './relation.js'
import { positionOf, sameCta, scopesIncludeEachOther } from './scopes.js'

/** What an execution chooses. */
export interface Chosen<B> {
  /** Which events are executed. */
  readonly executed: readonly B[]
  readonly rf: Relation<B>
  readonly co: Relation<B>
  readonly sync_fence: Relation<B>
}

/** A pair that an execution may choose, and when it does. */
export type ChosenPair<B> = readonly [from: number, to: number, when: B]

/** The base sets and relations for the given choices; all but the chosen ones follow from the text of the program. */
export function baseOf<B>(graph: EventGraph, chosen: Chosen<B>, logic: Logic<B>): Base<B> {
  const { program, events } = graph
  const algebra = relationAlgebra(events.length, logic)
  const executed = (id: number): B => chosen.executed[id] ?? logic.ff

  const fromPairs = (pairs: readonly (readonly [number, number])[]): Relation<B> =>
    algebra.fromPairs(pairs.map(([a, b]) => [a, b, logic.and(executed(a), executed(b))]))
  const between = (related: (a: Event, b: Event) => boolean): Relation<B> =>
    fromPairs(events.flatMap((a) => events.filter((b) => related(a, b)).map((b) => [a.id, b.id] as const)))

  const relation = (name: BaseRelation): Relation<B> =>
    match(name)
      .with('id', () => between((a, b) => a === b))
      .with('po', () =>
        between((a, b) => a.origin !== undefined && a.origin.thread === b.origin?.thread && a.id < b.id),
      )
      .with('loc', () => between((a, b) => a.kind !== 'fence' && b.kind !== 'fence' && a.location === b.location))
      .with('vloc', () => between((a, b) => a.kind !== 'fence' && b.kind !== 'fence' && a.address === b.address))
      .with('scta', () =>
        between((a, b) => {
          const [here, there] = [positionOf(program, a), positionOf(program, b)]
          return here !== undefined && there !== undefined && sameCta(here, there)
        }),
      )
      .with('sr', () => between((a, b) => scopesIncludeEachOther(program, a, b)))
      .with('rmw', () => fromPairs(graph.rmw))
      .with('data', () => fromPairs(graph.data))
      // Programs have neither branches, nor computed addresses, nor barriers.
      .with('ctrl', 'addr', 'syncbar', () => algebra.empty)
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
