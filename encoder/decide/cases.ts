/**
 * Splits a large program into cases that exclude each other: of the blocks that increment a counter, one finds that it
 * is the last, and only that one goes on. Each case is a far smaller program.
 *
 * Every thread passes each barrier. An event is *conditional* here if what reads return decides whether it is executed,
 * and no other event reads from its thread or depends on it. The others are a part of the graph, and this part decides
 * which conditions exclude each other (`relations/exclusive.ts`). Take conditions each of which excludes all others. In an
 * execution one of them holds, or none does. So the cases are: for each condition, that it holds, without the events of
 * the others; and that none does. What is reached in no case is not reached.
 *
 * A condition has several forms, since each thread of the block reads for itself what one of them has found. Two forms are
 * one condition if they are equal once each read that has one source is what that source writes.
 *
 * A case leaves out threads whose writes nothing in it reads and no question is about. It has more executions then
 * (`events/graph/part.ts`), which can only reach more.
 */

import { growsWithOrders } from '../../axioms/algebra/grows.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { termsOf } from '../../litmus/condition.js'
import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import { type AccessPlace, type Event, type EventGraph, isMemory, type MemoryEvent } from '../events/graph/event.js'
import { isDivisible, partOf } from '../events/graph/part.js'
import { observedRanges } from '../events/memory/cells.js'
import { upperBounds } from '../relations/bounds.js'
import { mayCount } from '../relations/counters.js'
import { certainMeetings, deduced } from '../relations/deduced.js'
import { conjuncts, type Evaluator, type Expression, negation, type Predicate } from '../values/expression.js'
import { mentioning } from '../values/mentions.js'
import { renumbered } from '../values/renumbered.js'

/** The events from which on it pays to look for cases. */
const fewestEvents = 700

/** The steps of a counter from which on it may tell cases apart. */
const fewestSteps = 3

/** Returns the graphs of the cases of a program, if there are several. */
export function casesOf(graph: EventGraph, model: Model, fewest = fewestEvents): readonly (() => EventGraph)[] {
  if (graph.events.length < fewest || !growsWithOrders(model) || asksForRegisters(graph) || !isDivisible(graph))
    return []
  if (mayCount(graph, fewestSteps).length === 0 || certainMeetings(graph) === undefined) return []
  const conditional = conditionalEvents(graph)
  if (conditional.size === 0) return []
  const alternatives = alternativesOf(graph, model, conditional)
  if (alternatives.length < 2) return []
  return [...alternatives, undefined].map((holding) => () => caseOf(graph, conditional, alternatives, holding))
}

const asksForRegisters = ({ program: { questions, filter, observed } }: EventGraph): boolean =>
  [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
    .flatMap((condition) => termsOf(condition))
    .concat(observed)
    .some(({ kind }) => kind === 'register')

/** Returns the conditional events on which no others depend, by their ids. */
function conditionalEvents(graph: EventGraph): ReadonlySet<number> {
  const { events } = graph
  const { truth } = mentioning()
  const mentioned = mentionedBy(graph)
  const isBarrier = (id: number): boolean => events[id]?.kind === 'barrier'
  const threadAt = (id: number): number | undefined => threadOf(must(events[id], 'each event'))
  let conditional = new Set(events.filter(({ guard }) => ![...truth(guard)].every(isBarrier)).map(({ id }) => id))
  for (;;) {
    const isConditional = ({ id }: Event): boolean => conditional.has(id)
    const writers = groupBy(
      events.filter(isConditional).flatMap((event) => placesOf(event, 'write').map((place) => ({ place, event }))),
      ({ place }) => place,
    )
    // An atomic may read what it writes itself, as far as the bounds say. So it is left out as a whole, and models may ask
    // which reads are those of atomics.
    const dependent = events
      .filter((event) => !isConditional(event))
      .flatMap((event) => [
        ...placesOf(event, 'read').flatMap((place) => (writers.get(place) ?? []).map((one) => one.event.id)),
        ...mentioned(event).filter((id) => conditional.has(id)),
      ])
    // Models say which reads are those of atomics, so that an atomic is left out as a whole.
    const halves = graph.rmw.flatMap(([read, write]) =>
      conditional.has(write) && !conditional.has(read) ? [write] : [],
    )
    const needed = new Set([...dependent, ...halves].map(threadAt))
    if (needed.size === 0) return conditional
    conditional = new Set([...conditional].filter((id) => !needed.has(threadAt(id))))
  }
}

/** Returns the reads on which it depends whether an event is executed, and what it is. Every barrier is passed. */
function mentionedBy({ events }: EventGraph): (event: Event) => readonly number[] {
  const { truth, value } = mentioning()
  return (event) =>
    [
      ...truth(event.guard),
      ...(isMemory(event) ? [...value(event.value), ...event.places.flatMap(({ when }) => [...truth(when)])] : []),
    ].filter((id) => events[id]?.kind === 'read')
}

const threadOf = ({ origin }: Event): number | undefined => origin?.thread

/** Returns the places of an access of that kind. No access of the program overlaps another partially. */
const placesOf = (event: Event, kind: MemoryEvent['kind']): readonly string[] =>
  isMemory(event) && event.kind === kind ? event.places.map(({ location, offset }) => `${location} ${offset}`) : []

/** A condition as a thread has it. */
interface Form {
  readonly thread: number | undefined
  readonly condition: Predicate
}

/** A condition in all its forms, and the events that are executed only if it holds. */
interface Alternative {
  readonly forms: readonly Form[]
  readonly events: readonly Event[]
}

/** Returns conditions each of which excludes all others, with the conditional events. */
function alternativesOf(graph: EventGraph, model: Model, conditional: ReadonlySet<number>): readonly Alternative[] {
  const part = partOf(graph, ({ id }) => !conditional.has(id))
  const { truth } = mentioning()
  const isOfPart = (condition: Predicate): boolean => [...truth(condition)].every((id) => !conditional.has(id))
  const { excludes, soleSource } = deduced(part.graph, model, upperBounds(part.graph), fewestSteps)
  const { truth: resolved } = resolving(part.graph, soleSource)
  const uses = graph.events
    .filter(({ id }) => conditional.has(id))
    .flatMap((event) =>
      conjuncts(event.guard)
        .filter(isOfPart)
        .map((condition) => ({ event, condition, resolved: resolved(part.truth(condition)) })),
    )
  const byCondition = [...groupBy(uses, (one) => one.resolved)].filter(([{ kind }]) => kind !== 'true')
  const some = byCondition.filter(([one]) => byCondition.some(([other]) => one !== other && excludes(one, other)))
  return some
    .filter(([one]) => some.every(([other]) => one === other || excludes(one, other)))
    .map(([, those]) => ({
      forms: those.map(({ event, condition }) => ({ thread: threadOf(event), condition })),
      events: those.map(({ event }) => event),
    }))
}

/** Returns what values and predicates are, where a read that has one source returns what that one writes. */
function resolving(
  { events }: EventGraph,
  soleSource: (read: number) => MemoryEvent | undefined,
): Evaluator<Predicate, Expression> {
  const pending = new Set<number>()
  const returned = memoised((read: number): Expression => {
    const source = pending.has(read) ? undefined : soleSource(read)
    if (source === undefined) return must(events[read]?.kind === 'read' ? events[read].value : undefined, 'a read')
    pending.add(read)
    const value = resolved.value(source.value)
    pending.delete(read)
    return value
  })
  const resolved = renumbered(returned)
  return resolved
}

/** Returns the case in which this alternative holds, or none if it is undefined. */
function caseOf(
  graph: EventGraph,
  conditional: ReadonlySet<number>,
  alternatives: readonly Alternative[],
  holding: Alternative | undefined,
): EventGraph {
  const { program, events } = graph
  const others = alternatives.filter((one) => one !== holding)
  const out = new Set(others.flatMap((one) => one.events.map(({ id }) => id)))
  const left = events.filter(({ id }) => !out.has(id))
  const always = groupBy(
    events.filter(({ id }) => !conditional.has(id)),
    threadOf,
  )
  const eventsOf = ({ thread }: Form): number => always.get(thread)?.length ?? 0
  // The form of the thread that does the most: it follows from what that one does.
  const stated = (holding === undefined ? others : [holding]).map(({ forms }) =>
    forms.reduce((most, one) => (eventsOf(one) > eventsOf(most) ? one : most)),
  )
  const kept = threadsNeeded(graph, left, [
    program.host?.thread,
    ...stated.map(({ thread }) => thread),
    ...writersAsked(graph, left),
  ])
  return partOf(graph, (event) => kept.has(threadOf(event)) && !out.has(event.id), {
    given: new Set(holding?.forms.map(({ condition }) => condition)),
    constraints: stated.map(({ condition }) => (holding === undefined ? negation(condition) : condition)),
  }).graph
}

/** Returns the threads that write what a question is about. */
function writersAsked({ program }: EventGraph, events: readonly Event[]): readonly (number | undefined)[] {
  const asked = groupBy(observedRanges(program), ({ location }) => location)
  const isAsked = ({ location, offset }: AccessPlace): boolean =>
    (asked.get(location) ?? []).some((range) => range.offset <= offset && offset < range.offset + range.bytes)
  return events.flatMap((event) => (event.kind === 'write' && event.places.some(isAsked) ? [threadOf(event)] : []))
}

/**
 * Returns these threads, and those from which they may read or on whose reads they depend, and so on. Initial writes and
 * tasks, which have no thread, are always among them.
 */
function threadsNeeded(
  graph: EventGraph,
  events: readonly Event[],
  first: readonly (number | undefined)[],
): ReadonlySet<number | undefined> {
  const byThread = groupBy(events, threadOf)
  const threadsById = new Map(events.map((event) => [event.id, threadOf(event)]))
  const writers = groupBy(
    events.flatMap((event) => placesOf(event, 'write').map((place) => ({ place, thread: threadOf(event) }))),
    ({ place }) => place,
  )
  const mentioned = mentionedBy(graph)
  const needed = new Set([undefined, ...first])
  // A set that grows while it is gone through also yields what is added.
  for (const thread of needed)
    for (const event of byThread.get(thread) ?? []) {
      for (const place of placesOf(event, 'read')) for (const one of writers.get(place) ?? []) needed.add(one.thread)
      for (const id of mentioned(event)) needed.add(threadsById.get(id))
    }
  return needed
}
