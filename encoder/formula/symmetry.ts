/**
 * Finds threads that do the same and that a question treats alike, and CTAs for which this holds thread by thread.
 * Exchanging two of them turns an execution into another that is consistent under the same models and answers the
 * question alike, since models cannot name threads. So it is enough to look for executions in which they come in one
 * order.
 */

import type { Condition } from '../../litmus/condition.js'
import { ctaName, sameCluster, sameCta, sameGpu, threadPosition } from '../../litmus/position.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import { conditionHolds } from '../events/graph/condition.js'
import {
  type Cell,
  type Event,
  type EventGraph,
  type GuardedPair,
  isMemory,
  type UnknownValue,
} from '../events/graph/event.js'
import { ownersOf, positionOf } from '../events/graph/scopes.js'
import type { ChosenPair } from '../relations/chosen.js'
import { always, type Evaluator, evaluator } from '../values/expression.js'
import { type Formula, type FormulaBuilder, formulaBuilder } from './formula.js'
import { symbolicValues } from './symbolic.js'
import type { Value } from './value.js'

/** The events of a thread, in order; or of a CTA, thread by thread. */
type ThreadEvents = readonly [Event, ...Event[]]

/** Threads, or CTAs, that can be exchanged, event by event. */
export type AlikeThreads = readonly ThreadEvents[]

/**
 * Returns the classes of two or more threads or CTAs that can be exchanged without a change to the condition, the
 * filter, or the demands of the program. Programs with barriers have none, since a barrier is identified by its CTA.
 * Where CTAs can be exchanged, each has the same exchangeable threads: first the threads of each are put in order, then
 * the CTAs, which leaves that order.
 */
export function alikeThreads(graph: EventGraph, condition: Condition): readonly AlikeThreads[] {
  if (graph.events.some(({ kind }) => kind === 'barrier' || kind === 'tensor')) return []
  const threads = groupBy(
    graph.events.filter(({ origin }) => origin !== undefined),
    ({ origin }) => origin?.thread,
  )
  const ctas = groupBy(threads.values(), ([first]) => {
    const position = positionOf(graph.program, first)
    return position && ctaName(position)
  })
  const blocks = [...ctas].flatMap(([name, cta]) => (name === undefined || cta.length < 2 ? [] : [cta]))
  const ofThreads = describedAlike(threads.values())
  const ofBlocks = describedAlike(blocks.map(eventsOf))
  if (ofThreads.length === 0 && ofBlocks.length === 0) return []
  const isExchangeable = exchange(graph, condition)
  const haveMemory = memoryOwners(graph)
  return [
    ...ofThreads.flatMap((group) =>
      classesOf(
        group,
        (one, other) =>
          standAlike(graph, one[0], other[0]) && !haveMemory(one[0], other[0]) && isExchangeable(one, other),
      ),
    ),
    ...ofBlocks.flatMap((group) =>
      classesOf(
        group,
        (one, other) =>
          neighbours(graph, one[0], other[0]) && !haveMemory(one[0], other[0]) && isExchangeable(one, other),
      ),
    ),
  ]
}

function classesOf(
  group: readonly ThreadEvents[],
  isExchangeable: (one: ThreadEvents, other: ThreadEvents) => boolean,
): readonly AlikeThreads[] {
  const classes: ThreadEvents[][] = []
  for (const thread of group) {
    // Exchanging neighbours in a class reaches every order.
    const alike = classes.find((members) => members.slice(-1).some((last) => isExchangeable(last, thread)))
    if (alike === undefined) classes.push([thread])
    else alike.push(thread)
  }
  return classes.filter(({ length }) => length > 1)
}

const eventsOf = ([[first, ...rest], ...others]: readonly [ThreadEvents, ...ThreadEvents[]]): ThreadEvents => [
  first,
  ...rest,
  ...others.flat(),
]

/**
 * Returns formulas that may be added because threads are alike. They concern one event of each thread, at the same
 * place. Since `co` and Fence-SC order are partial orders, some numbering of the threads makes them lead from lower to
 * higher numbers only; the formulas demand that the order of the text does.
 */
export function symmetryBreaking(
  classes: readonly AlikeThreads[],
  { co, sync_fence }: Record<'co' | 'sync_fence', readonly ChosenPair<Formula>[]>,
  { not }: Pick<FormulaBuilder, 'not'>,
): readonly Formula[] {
  const isOrdered = (event: Event): boolean => event.kind === 'write' || event.sets.includes('SC')
  const isStrong = ({ sets }: Event): boolean => sets.includes('RLX') || sets.includes('REL') || sets.includes('SC')
  return classes.flatMap((threads) => {
    const first = must(threads[0], 'a thread in each class')
    const strong = first.findIndex((event) => isOrdered(event) && isStrong(event))
    const place = strong === -1 ? first.findIndex(isOrdered) : strong
    const rank = new Map(threads.flatMap((events, i) => events.slice(place, place + 1).map(({ id }) => [id, i])))
    return [...co, ...sync_fence].flatMap(([a, b, when]) => {
      const [before, after] = [rank.get(a), rank.get(b)]
      return before !== undefined && after !== undefined && before > after ? [not(when)] : []
    })
  })
}

/** Returns whether exchanging two threads, event by event, leaves the program and the condition as they are. */
function exchange(graph: EventGraph, condition: Condition): (one: ThreadEvents, other: ThreadEvents) => boolean {
  const builder = formulaBuilder()
  const { program, constraints, complete } = graph
  const usual = renamed(
    graph,
    builder,
    (id) => id,
    (id) => id,
  )
  const demands = ({ truth, holds }: Renamed): readonly Formula[] => [
    truth(complete),
    builder.all([...constraints, ...graph.congruence].map(truth)),
    ...(program.filter === undefined ? [] : [holds(program.filter)]),
    holds(condition),
  ]
  const demanded = demands(usual)
  return (one, other) => {
    const partner = new Map<number, number>()
    for (const [i, { id }] of one.entries()) {
      const there = must(other[i], 'an event for each of a thread alike').id
      partner.set(id, there).set(there, id)
    }
    const unknowns = exchangedUnknowns(graph, one, other)
    if (unknowns === undefined) return false
    const exchanged = renamed(
      graph,
      builder,
      (id) => partner.get(id) ?? id,
      (id) => unknowns.get(id) ?? id,
    )
    const sameEvents = one.every(
      (event, i) => exchanged.event(event) === usual.event(must(other[i], 'an event for each of a thread alike')),
    )
    if (!sameEvents) return false
    const samePairs = pairsOf(graph).every((pairs) => {
      const keys = new Set(pairs.map(usual.pair))
      return pairs.every((pair) => keys.has(exchanged.pair(pair)))
    })
    return samePairs && demands(exchanged).every((formula, i) => formula === demanded[i])
  }
}

/** Returns the unknown values of threads, each with its partner; undefined if the threads do not have matching ones. */
function exchangedUnknowns(
  { unknowns }: EventGraph,
  one: ThreadEvents,
  other: ThreadEvents,
): ReadonlyMap<number, number> | undefined {
  const of = (thread: number) =>
    unknowns.flatMap((value, id) => (value.from !== 'memory' && value.thread === thread ? [{ ...value, id }] : []))
  const described = (value: UnknownValue): string =>
    [value.width, value.from === 'instruction' ? value.function : value.from].join(' ')
  const threads = new Map(one.map((event, i) => [threadOf(event), threadOf(must(other[i], 'an event for each'))]))
  const partner = new Map<number, number>()
  for (const [a, b] of threads) {
    const [here, there] = [of(a), of(b)]
    if (here.length !== there.length) return undefined
    for (const [i, value] of here.entries()) {
      const match = must(there[i], 'a value for each of a thread alike')
      if (described(value) !== described(match)) return undefined
      partner.set(value.id, match.id).set(match.id, value.id)
    }
  }
  return partner
}

const describedAlike = (all: Iterable<ThreadEvents>): readonly (readonly ThreadEvents[])[] =>
  [...groupBy(all, described).values()].filter(({ length }) => length > 1)

/** Returns the pairs that the text of a program relates. */
const pairsOf = ({ rmw, data, ctrl, addr, issue, async_order, completed, one_operation, phase_order }: EventGraph) => [
  one_operation,
  phase_order,
  rmw,
  data,
  ctrl,
  addr,
  issue,
  async_order,
  completed,
]

/** Returns everything about the events except guards and values, and where in a CTA a thread begins. */
const described = (thread: ThreadEvents): string =>
  JSON.stringify(
    thread.map((event, i) => [
      i > 0 && event.origin?.thread !== thread[i - 1]?.origin?.thread,
      event.kind,
      event.sets,
      event.also?.set,
      ...(isMemory(event)
        ? [
            event.places.map(({ location, address, offset }) => [location, address, offset]),
            event.vector === undefined ? -1 : i - (event.id - event.vector),
            event.value.width,
            event.asynchronous === true,
          ]
        : event.kind === 'fence'
          ? [event.space, event.maps]
          : []),
    ]),
  )

const threadOf = ({ origin }: Event): number => must(origin, 'the thread of an event').thread

/**
 * Returns whether two threads are placed alike with respect to each other thread. Positions matter by kernel, CTA,
 * cluster, GPU and domain only.
 */
function standAlike({ program }: EventGraph, one: Event, other: Event): boolean {
  const [a, b] = [threadOf(one), threadOf(other)]
  const [here, there] = [positionOf(program, one), positionOf(program, other)]
  return program.threads.every((thread, i) => {
    const position = threadPosition(thread)
    // Kernels and copies start and end in their own order.
    if (i === a || i === b) return here !== undefined && here.kernel === there?.kernel
    return (
      sameCta(here, position) === sameCta(there, position) &&
      sameCluster(here, position) === sameCluster(there, position) &&
      sameGpu(here, position) === sameGpu(there, position)
    )
  })
}

/**
 * Returns whether two CTAs are placed alike with respect to each other CTA: in one kernel, on one GPU, in one cluster
 * or each in none.
 */
function neighbours({ program }: EventGraph, one: Event, other: Event): boolean {
  const [here, there] = [positionOf(program, one), positionOf(program, other)]
  return (
    here !== undefined &&
    there !== undefined &&
    here.kernel === there.kernel &&
    here.gpu === there.gpu &&
    here.cluster === there.cluster
  )
}

/**
 * Returns whether events are in two CTAs one of which has shared memory that is accessed. Such CTAs cannot be
 * exchanged: fences for the memory of their own CTA apply in one of them only, and an asynchronous operation counts as
 * in the CTA that owns the memory.
 */
function memoryOwners({ program, events }: EventGraph): (one: Event, other: Event) => boolean {
  const owners = new Set(
    events
      .filter(isMemory)
      .filter(({ origin }) => origin !== undefined)
      .flatMap((event) => ownersOf(program, event))
      .flatMap((owner) => (owner === undefined ? [] : [ctaName(owner)])),
  )
  return (one, other) => {
    const [here, there] = [positionOf(program, one), positionOf(program, other)]
    return (
      !sameCta(here, there) && [here, there].some((position) => position !== undefined && owners.has(ctaName(position)))
    )
  }
}

interface Renamed extends Pick<Evaluator<Formula, Value>, 'truth'> {
  readonly holds: (condition: Condition) => Formula
  /** Returns the guard and the value of an event as a key. */
  readonly event: (event: Event) => string
  /** Returns a pair of events and the condition under which it is related as a key. */
  readonly pair: (pair: GuardedPair) => string
}

/**
 * Renames each read and each unknown value to the id of another, in formulas over the values of reads and of final
 * memory; equal formulas are one object.
 */
function renamed(
  graph: EventGraph,
  builder: FormulaBuilder,
  idOf: (event: number) => number,
  unknownOf: (unknown: number) => number,
): Renamed {
  const variable = (name: string, width: number): Value => ({
    kind: 'bits',
    width,
    bits: builder.bitsVariable(`${name} ${width}`, width),
  })
  // The keys are lists, so that the order in which threads are joined does not matter.
  const listed = (kind: 'and' | 'or', join: (operands: readonly Formula[]) => Formula) => (of: readonly Formula[]) =>
    join(of.flatMap((one) => (one.kind === kind ? one.of : [one])))
  const [all, any] = [listed('and', builder.all), listed('or', builder.any)]
  const domain = symbolicValues(
    {
      ...builder,
      all,
      any,
      and: (a, b) => all([a, b]),
      or: (a, b) => any([a, b]),
      compare: (kind, a, b) =>
        kind === 'equal' && b.id < a.id ? builder.compare(kind, b, a) : builder.compare(kind, a, b),
    },
    (read) => {
      const event = must(graph.events[read], 'an event that is read')
      if (!isMemory(event)) throw new Error(`event ${read} is not a read`)
      return variable(`read_${idOf(read)}`, event.value.width)
    },
    (barrier) => builder.variable(`passes_${barrier}`),
    (unknown) => `unknown_${unknownOf(unknown)}`,
  )
  const evaluate = evaluator(domain)
  const { truth } = evaluate
  const finalValue = ({ location, offset, bytes }: Cell): Value => variable(`final_${location}_${offset}`, 8 * bytes)
  const placed = (event: Event): string =>
    isMemory(event) ? event.places.map(({ when }) => truth(when).id).join() : ''
  const held = (event: Event): number =>
    isMemory(event)
      ? domain.compare('equal', evaluate.value(event.value), variable('value', event.value.width), event.value.width).id
      : -1
  return {
    truth,
    holds: (condition) => conditionHolds(condition, graph, domain, evaluate, finalValue),
    event: (event) =>
      `${truth(event.guard).id} ${held(event)} ${placed(event)} ${truth(event.also?.when ?? always).id}`,
    pair: ([from, to, when]) => `${idOf(from)} ${idOf(to)} ${truth(when).id}`,
  }
}
