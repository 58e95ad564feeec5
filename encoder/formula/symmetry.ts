/**
 * Finds threads that do the same and that a question treats alike, and CTAs for which this holds thread by thread.
 * Exchanging two of them turns an execution into another that is consistent under the same models and answers the
 * question alike, since models cannot name threads. So it is enough to look for executions in which they come in one
 * order.
 */

import { mentions } from '../../axioms/algebra/mentions.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { ctaName, sameCluster, sameCta, sameGpu, threadPosition, warpOf } from '../../litmus/position.js'
import { threadAt } from '../../litmus/program.js'
import { groupBy } from '../../source/group.js'
import { limited } from '../../source/limited.js'
import { must } from '../../source/must.js'
import { isChosenPhase } from '../events/barriers/named-barriers.js'
import { type BarrierEvent, type Event, type EventGraph, isMemory } from '../events/graph/event.js'
import { ownersOf, positionOf } from '../events/graph/scopes.js'
import type { ChosenPair } from '../relations/chosen.js'
import { certainMeetings } from '../relations/deduced.js'
import { always } from '../values/expression.js'
import { type Asked, exchange, type ThreadEvents } from './exchange.js'
import type { Formula, FormulaBuilder } from './formula.js'

/** Threads, or CTAs, that can be exchanged, event by event. */
export type AlikeThreads = readonly ThreadEvents[]

/**
 * Returns the classes of two or more threads or CTAs that can be exchanged without a change to what is asked, the
 * filter, or the demands of the program; none if comparing them would take too much. Where CTAs can be exchanged, each
 * has the same exchangeable threads: first the threads of each are put in order, then the CTAs, which leaves that
 * order. In programs with barriers only threads of one warp are exchanged, or of one CTA if all threads always pass each
 * barrier (`exchange.ts`), and only if all barriers are those at which all threads of a CTA meet. If an axiom of the model
 * speaks of warps, only threads of one warp are exchanged.
 */
export function alikeThreads(graph: EventGraph, model: Model, asked: readonly Asked[]): readonly AlikeThreads[] {
  const alike = limited(() => exchangeableThreads(graph, mentions(model, 'swarp'), asked))
  return 'built' in alike ? alike.built : []
}

function exchangeableThreads(graph: EventGraph, keepsWarps: boolean, asked: readonly Asked[]): readonly AlikeThreads[] {
  const barriers = graph.events.filter((event) => event.kind === 'barrier')
  // Accesses of Tensor Memory have no places by which exchanged cells would be recognised.
  const isTensor = graph.events.some(({ kind }) => kind === 'tensor')
  if (isTensor || !barriers.every(isPlainBarrier) || graph.commits.length > 0) return []
  const haveBarriers = barriers.length > 0
  const threads = groupBy(
    graph.events.filter(({ origin }) => origin !== undefined),
    ({ origin }) => origin?.thread,
  )
  const ctas = groupBy(threads.values(), ([first]) => {
    const position = positionOf(graph.program, first)
    return position && ctaName(position)
  })
  const blocks = [...ctas].flatMap(([name, cta]) =>
    haveBarriers || keepsWarps || name === undefined || cta.length < 2 ? [] : [cta],
  )
  const ofThreads = describedAlike(threads.values(), 'locations')
  const ofBlocks = describedAlike(blocks.map(eventsOf), 'offsets')
  if (ofThreads.length === 0 && ofBlocks.length === 0) return []
  const members = [...ofThreads, ...ofBlocks].reduce((sum, { length }) => sum + length, 0)
  if (asked.some(({ kind }) => kind === 'undefined') && members * graph.undefined.length > mostCompared) return []
  const isExchangeable = exchange(graph, asked)
  const haveMemory = memoryOwners(graph)
  const meetAnyway = certainMeetings(graph) !== undefined
  const areTogether = (one: Event, other: Event): boolean =>
    keepsWarps
      ? inOneWarp(graph, one, other)
      : !haveBarriers || (meetAnyway ? inOneCta(graph, one, other) : inOneWarp(graph, one, other))
  return [
    ...ofThreads.flatMap((group) =>
      classesOf(
        group,
        (one, other) =>
          areTogether(one[0], other[0]) &&
          standAlike(graph, one[0], other[0]) &&
          !haveMemory(one[0], other[0]) &&
          isExchangeable(one, other),
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

/** The conditions of undefined behaviour that are compared at most, for all threads together. */
const mostCompared = 500_000

/** Returns whether a barrier is one at which all threads of a CTA meet, in the phase that its uses determine. */
const isPlainBarrier = (event: BarrierEvent): boolean =>
  event.rule === 'named' &&
  event.action === 'sync' &&
  event.quorum === undefined &&
  event.returned === undefined &&
  !isChosenPhase(event) &&
  event.resource?.value.kind === 'constant'

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
  return orderOf(classes).flatMap((steps) => {
    const rank = new Map(steps.map((id, i) => [id, i]))
    return [...co, ...sync_fence].flatMap(([a, b, when]) => {
      const [before, after] = [rank.get(a), rank.get(b)]
      return before !== undefined && after !== undefined && before > after ? [not(when)] : []
    })
  })
}

/** Returns the events by which the threads of each class are put in order: one of each thread, thread by thread. */
export const orderOf = (classes: readonly AlikeThreads[]): readonly (readonly number[])[] =>
  classes.flatMap((threads) => {
    const step = stepOf(threads)
    return step === undefined ? [] : [threads.flatMap((events) => events.slice(step, step + 1).map(({ id }) => id))]
  })

/**
 * Returns the place of that event in each thread: the first that is strong and always executed; or the last strong one,
 * or the first. It concerns memory that all of them access. Undefined if there is none.
 */
function stepOf([first, second]: AlikeThreads): number | undefined {
  const isStrong = ({ sets }: Event): boolean => sets.includes('RLX') || sets.includes('REL') || sets.includes('SC')
  const isShared = (event: Event, i: number): boolean => {
    const other = second?.[i]
    return (
      !isMemory(event) ||
      (other !== undefined &&
        isMemory(other) &&
        event.places.every(({ offset }, k) => offset === other.places[k]?.offset))
    )
  }
  const ordered = (first ?? []).flatMap((event, i) => (isOrdered(event) && isShared(event, i) ? [{ event, i }] : []))
  const strong = ordered.filter(({ event }) => isStrong(event))
  return (strong.find(({ event }) => event.guard === always) ?? strong.at(-1) ?? ordered[0])?.i
}

/** Returns whether an event may come before others of its kind in an order that executions choose. */
const isOrdered = (event: Event): boolean => event.kind === 'write' || event.sets.includes('SC')

/**
 * Returns groups of threads whose events are alike, at the same offsets or at any in the same locations, and that can be
 * put in order.
 */
const describedAlike = (
  all: Iterable<ThreadEvents>,
  places: 'offsets' | 'locations',
): readonly (readonly ThreadEvents[])[] =>
  [
    ...groupBy(
      [...all].filter((thread) => thread.some(isOrdered)),
      (thread) => described(thread, places === 'offsets'),
    ).values(),
  ].filter(({ length }) => length > 1)

/** Returns everything about the events except guards and values, and where in a CTA a thread begins. */
const described = (thread: ThreadEvents, withOffsets: boolean): string =>
  JSON.stringify(
    thread.map((event, i) => [
      i > 0 && event.origin?.thread !== thread[i - 1]?.origin?.thread,
      event.kind,
      event.sets,
      event.also?.set,
      ...(isMemory(event)
        ? [
            event.places.map(({ location, address, offset }) => [location, address, ...(withOffsets ? [offset] : [])]),
            event.vector === undefined ? -1 : i - (event.id - event.vector),
            event.value.width,
            event.asynchronous === true,
          ]
        : event.kind === 'fence'
          ? [event.space, event.maps]
          : event.kind === 'barrier'
            ? barrierText(event)
            : []),
    ]),
  )

/** Returns what tells a barrier from others; one of a thread is described by its resource. */
const barrierText = ({ rule, action, instance, resource, aligned }: BarrierEvent): readonly unknown[] => [
  rule,
  action,
  instance,
  resource?.value.kind === 'constant' ? `${resource.value.width} ${resource.value.value}` : '',
  aligned === true,
]

const inOneCta = ({ program }: EventGraph, one: Event, other: Event): boolean =>
  sameCta(positionOf(program, one), positionOf(program, other))

/** Returns whether two threads are in one warp of one CTA. */
const inOneWarp = (graph: EventGraph, one: Event, other: Event): boolean =>
  inOneCta(graph, one, other) &&
  warpOf(threadAt(graph.program.threads, threadOf(one))) === warpOf(threadAt(graph.program.threads, threadOf(other)))

const threadOf = ({ origin }: Event): number => must(origin, 'the thread of an event').thread

/**
 * Returns whether two threads are placed alike with respect to each other thread. Positions matter by kernel, CTA,
 * cluster, GPU and domain only.
 */
function standAlike({ program }: EventGraph, one: Event, other: Event): boolean {
  const [a, b] = [threadOf(one), threadOf(other)]
  const [here, there] = [positionOf(program, one), positionOf(program, other)]
  if (here !== undefined && sameCta(here, there)) return true
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
