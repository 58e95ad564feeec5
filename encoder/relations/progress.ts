/**
 * The writes that eventually become visible to a thread that keeps reading, as the model defines it (its relation of
 * the role progress), in any logic.
 *
 * A thread that waits for ever repeats its last round: in that round, each event comes before each other, and before
 * itself. So in a hang, program order leads from each event of such a round to each, and the model's causality order
 * says which writes come before a later round although they do not come before the last one: if the round observes a
 * release, the next round must see what comes before that. Reads of these rounds return, again and again, what other
 * such rounds write: a read that was promised a write of another one reads from it.
 */

import { raceRelations } from '../../axioms/algebra/roles.js'
import type { Model, Rel } from '../../axioms/algebra/terms.js'
import { once } from '../../source/once.js'
import { type EventGraph, isMemory, type LoopWait, type MemoryEvent } from '../events/graph/event.js'
import { overlapping, together } from '../events/memory/places.js'
import { never, type Predicate } from '../values/expression.js'
import type { Logic } from '../values/logic.js'
import { type Base, type Interpreter, interpreter } from './interpret.js'
import { type Relation, relationAlgebra } from './relation.js'

/** The relations that decide about progress in executions over some logic. */
export interface ProgressDomain<B> {
  readonly logic: Logic<B>
  readonly truth: (predicate: Predicate) => B
  readonly executed: (event: number) => B
  /** Returns the sets and relations of the executions, and the relations of the model in them. */
  readonly base: () => Base<B>
  readonly relation: Interpreter<B>['relation']
  /** Returns whether the write is executed, and follows in coherence the one that the read returns. */
  readonly isOverwritten: (read: number, write: number) => B
}

/**
 * Says whether a thread in that round is promised that its read eventually sees the write, if the thread goes on for
 * ever.
 */
export type IsPromised<B> = (write: number, read: number, round: LoopWait) => B

/**
 * Returns what the model promises. A model that does not say promises visibility of morally strong writes; one without
 * moral strength, of every write.
 */
export function progressOf<B>(graph: EventGraph, model: Model, domain: ProgressDomain<B>): IsPromised<B> {
  const { logic, executed, relation } = domain
  const term = model.roles.get('progress') ?? raceRelations(model)?.ms
  if (term === undefined) return () => logic.tt
  const alternatives = alternativesOf(term)
  const holds = (relation: Relation<B>, from: number, to: number): B => relation[from]?.get(to) ?? logic.ff
  /** Returns whether it is promised wherever both are executed. */
  const isSure = (write: number, read: number): boolean => {
    const both = logic.and(executed(write), executed(read))
    return alternatives.some((one) => holds(relation(one), write, read) === both)
  }
  const isPromised = (write: number, read: number): B => holds(relation(term), write, read)
  const repeated = once(() => interpreter(repeatedBase(graph, domain, isPromised), logic).relation(term))
  const areQuiet = graph.waits.every((wait) => inRound(graph, wait).every(({ kind }) => kind !== 'write'))
  return (write, read, { to }) => {
    if (isSure(write, read)) return logic.tt
    // If the read ends its round, all of the round comes before it anyway.
    return areQuiet && read + 1 === to ? isPromised(write, read) : holds(repeated(), write, read)
  }
}

/** Returns the relations whose union it is. */
const alternativesOf = (term: Rel): readonly Rel[] => {
  if (term.kind === 'named') return alternativesOf(term.body)
  return term.kind === 'union' ? term.of.flatMap(alternativesOf) : [term]
}

/** Returns the sets and relations for the case that the last rounds of waiting threads are repeated for ever. */
function repeatedBase<B>(
  graph: EventGraph,
  { logic, truth, executed, base, isOverwritten }: ProgressDomain<B>,
  isPromised: (write: number, read: number) => B,
): Base<B> {
  const { and, all, ff } = logic
  const { fromPairs, union } = relationAlgebra(graph.events.length, logic)
  const single = base()
  const rounds = graph.waits.map((wait) => ({ ...wait, waits: truth(wait.guard), events: inRound(graph, wait) }))
  const po = rounds.flatMap(({ waits, events }) =>
    events.flatMap(({ id: a }) =>
      events
        .map(({ id: b }) => [a, b, all([waits, executed(a), executed(b)])] as const)
        .filter(([, , one]) => one !== ff),
    ),
  )
  const accesses = (kind: MemoryEvent['kind']) =>
    rounds.flatMap(({ waits, events }) =>
      events.flatMap((event) => (isMemory(event) && event.kind === kind ? [{ event, waits }] : [])),
    )
  const rf = accesses('write').flatMap((write) =>
    accesses('read').flatMap((read) => {
      const [from, to] = [write.event.id, read.event.id]
      if (together(write.event, read.event, overlapping) === never) return []
      const when = and(and(write.waits, read.waits), isOverwritten(to, from))
      return when === ff ? [] : [[from, to, and(when, isPromised(from, to))] as const]
    }),
  )
  const further = new Map([
    ['po', fromPairs(po)],
    ['rf', fromPairs(rf)],
  ])
  return {
    ...single,
    relation: (name) => {
      const more = further.get(name)
      return more === undefined ? single.relation(name) : union(single.relation(name), more)
    },
  }
}

/** Returns the events of the round. */
const inRound = ({ events }: Pick<EventGraph, 'events'>, { from, to }: LoopWait) => events.slice(from, to)
