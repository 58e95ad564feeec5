/**
 * A part of the events of a graph, as a graph. Take an execution of the whole, and leave out the other events: if no event
 * of the part depends on what one of them returns, and no read of the part reads from one of them, the rest is an execution
 * of the part. It is consistent if every relation of the model grows with events (`axioms/algebra/grows.ts`). So what no
 * execution of the part does, none of the whole does.
 */

import { must } from '../../../source/must.js'
import { allOf, always, conjuncts, type Expression, never, type Predicate } from '../../values/expression.js'
import { renumbered } from '../../values/renumbered.js'
import { type Event, type EventGraph, type GuardedPair, isMemory, type Pair } from './event.js'

/**
 * Returns whether a graph has nothing but threads that access memory, and barriers at which all threads of a CTA always
 * meet: of other graphs it was not examined what becomes of their parts.
 */
export function isDivisible(graph: EventGraph): boolean {
  const { truth } = renumbered(readOf(graph, (id) => id))
  const isSimple = [
    graph.issue,
    graph.async_order,
    graph.completed,
    graph.one_operation,
    graph.trigger,
    graph.trigger_order,
    graph.phase_order,
    graph.constraints,
    graph.congruence,
    graph.units,
    graph.undefined,
    graph.assumed,
    graph.commits,
    graph.unmodelled,
    graph.decisive,
    graph.cuts,
    graph.waits,
  ].every(({ length }) => length === 0)
  return (
    !graph.mixed &&
    isSimple &&
    graph.events.every(isPlain) &&
    [...graph.ends, graph.complete].every((ends) => truth(ends) === always) &&
    graph.blocked.every((when) => truth(when) === never)
  )
}

/** Returns what reads return, as expressions over their numbers in a part. */
const readOf =
  ({ events }: EventGraph, numberOf: (id: number) => number) =>
  (id: number): Expression => {
    const read = must(events[id], 'each event')
    return { kind: 'read', width: isMemory(read) ? read.value.width : 0, event: numberOf(id) }
  }

const isPlain = (event: Event): boolean => {
  if (event.also !== undefined) return false
  if (event.kind !== 'barrier') return ['read', 'write', 'fence', 'call', 'task'].includes(event.kind)
  const { rule, action, quorum, returned, resource } = event
  const isOfAll = rule === 'named' && action === 'sync' && quorum === undefined
  return isOfAll && returned === undefined && resource?.value.kind === 'constant'
}

/** A part of a graph, and its words for the predicates of the whole, if every thread passes each barrier. */
export interface Part {
  readonly graph: EventGraph
  /** Throws if the predicate mentions an event that is not in the part. */
  readonly truth: (predicate: Predicate) => Predicate
}

/** The executions of a part that count: those in which the constraints hold. They imply the conjuncts of guards that are given. */
interface Counting {
  readonly given: ReadonlySet<Predicate>
  readonly constraints: readonly Predicate[]
}

const all: Counting = { given: new Set(), constraints: [] }

/**
 * Returns the part of a divisible graph with these events; all initial writes must be among them. Registers have no final
 * values.
 */
export function partOf(
  whole: EventGraph,
  isKept: (event: Event) => boolean,
  { given, constraints }: Counting = all,
): Part {
  const kept = whole.events.filter(isKept)
  const numbers = new Map(kept.map(({ id }, i) => [id, i]))
  const numberOf = (id: number): number => must(numbers.get(id), 'an event of the part')
  const { truth, value } = renumbered(readOf(whole, numberOf))
  const inPart = (event: Event): Event => {
    const common = {
      id: numberOf(event.id),
      guard: truth(allOf(conjuncts(event.guard).filter((one) => !given.has(one)))),
    }
    if (event.kind === 'call') return { ...event, ...common, made: truth(event.made) }
    if (!isMemory(event)) return { ...event, ...common }
    return {
      ...event,
      ...common,
      places: event.places.map((place) => ({ ...place, when: truth(place.when) })),
      value: value(event.value),
      ...(event.vector === undefined ? {} : { vector: numberOf(event.vector) }),
    }
  }
  const isWithin = ([from, to]: Pair | GuardedPair): boolean => numbers.has(from) && numbers.has(to)
  const pairs = (some: readonly GuardedPair[]): readonly GuardedPair[] =>
    some.filter(isWithin).map(([from, to, when]) => [numberOf(from), numberOf(to), truth(when)])
  const graph: EventGraph = {
    ...whole,
    events: kept.map(inPart),
    leftOut: whole.leftOut + whole.events.length - kept.length,
    rmw: pairs(whole.rmw),
    data: pairs(whole.data),
    ctrl: pairs(whole.ctrl),
    addr: pairs(whole.addr),
    api: whole.api.filter(isWithin).map(([from, to]) => [numberOf(from), numberOf(to)]),
    registers: whole.registers.map(() => new Map()),
    constraints: constraints.map(truth),
    ends: whole.ends.map(() => always),
    blocked: whole.blocked.map(() => never),
    complete: always,
    sensitive: () => undefined,
  }
  return { graph, truth }
}
