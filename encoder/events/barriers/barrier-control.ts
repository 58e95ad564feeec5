/**
 * Control dependencies across the barriers of clusters, the named ones of CTAs, and those of warps. A wait passes once
 * each other thread has arrived in its phase or has ended (ISA, `barrier.cluster` and `bar`), and an arrival once each
 * thread of its warp has. So the reads that decide about this also decide about everything after the barrier. A relaxed
 * arrival and an end order no memory: without these dependencies a thread could end because of a write after a wait for
 * that end. The result of a reduction depends on the reads before the barrier in the same way.
 */

import type { Program } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { memoised } from '../../../source/memoised.js'
import { must } from '../../../source/must.js'
import {
  allOf,
  anyOf,
  both,
  compare,
  type Expression,
  negation,
  never,
  type Predicate,
} from '../../values/expression.js'
import { feeding } from '../control/flow.js'
import type { BarrierEvent, Event, GuardedPair } from '../graph/event.js'
import type { Sources } from '../graph/register-value.js'
import { awaitedBy, comesAlong, isArrival, isAwaited, isWait, mayBeTogether, mayHoldUp, warpsAt } from './barriers.js'
import { isChosenPhase } from './named-barriers.js'

/** The end of a thread: the condition under which it comes there, and the reads that decide about that. */
export interface ThreadEnd {
  readonly guard: Predicate
  readonly decidedBy: Sources
}

/**
 * An arrival: its thread, how often the thread has used the barrier before, and the condition under which it is in the
 * phase of a wait, or in one that must be over first.
 */
interface Arrival {
  readonly id: number
  readonly thread: number
  readonly use: Expression | undefined
  readonly when: Predicate
}

/** Returns how many waits may follow each other, one after another: the number of phases, if all of them are known. */
function groups(waits: readonly BarrierEvent[]): number {
  const names = waits.map(({ instance, resource }) =>
    resource?.value.kind === 'constant' ? `${instance} ${resource.value.value}` : undefined,
  )
  return names.includes(undefined) ? waits.length : new Set(names).size
}

/** Returns the dependencies to add to those that the text of each thread has by itself. */
export function acrossBarriers(
  program: Program,
  events: readonly Event[],
  ctrl: readonly GuardedPair[],
  ends: readonly ThreadEnd[],
): readonly GuardedPair[] {
  const barriers = events.filter((event): event is BarrierEvent => event.kind === 'barrier' && event.rule !== 'place')
  const waits = barriers.filter(mayHoldUp)
  if (ctrl.length === 0 && ends.every(({ decidedBy }) => decidedBy.size === 0)) return []
  const byEvent = new Map<number, Sources>()
  for (const [read, to, when] of ctrl) byEvent.set(to, feeding([byEvent.get(to) ?? new Map(), new Map([[read, when]])]))
  const added = new Map<number, Sources>()
  const byWait = new Map<string, ReadonlyMap<number, readonly Arrival[]>>()
  const addedToEnd = ends.map((): Sources => new Map())
  /** Returns whether a thread ends before the waits of a phase pass, to which it does not arrive. */
  const endsFirst = memoised((phase: string) => {
    const wait = must(
      waits.find((one) => phaseOf(one) === phase),
      'a wait of each phase',
    )
    return memoised((thread: number) =>
      allOf([ends[thread]?.guard ?? never, isAwaitedAtEnd(wait, thread, arrivalsOf(thread, wait))]),
    )
  })
  /** What decides whether a thread arrives in a phase, and from which reads that follows. */
  const decisions = new Map<string, { readonly from: readonly Sources[]; readonly by: Sources }>()
  const addedTo = (event: number): Sources => added.get(event) ?? noSources
  const controlling = (event: number): Sources => feeding([byEvent.get(event) ?? noSources, addedTo(event)])

  // A wait may follow another wait: in the order of the text, each passes on what the ones before have added.
  for (let round = 0; round < groups(waits); round++)
    for (const wait of waits) {
      const awaited = isWait(wait) ? awaitedBy(program, wait).filter((thread) => thread !== wait.origin?.thread) : []
      // A wait to which the thread does not come decides nothing.
      const byOthers = whenever(
        feeding([
          ...awaited.map((thread) => deciding(wait, thread)),
          ...(wait.mates ?? []).map((mate) => decidingAlong(wait, mate)),
        ]),
        wait.guard,
      )
      const decidedBy = feeding([added.get(wait.id) ?? new Map(), byOthers])
      if (decidedBy.size === 0) continue
      for (const { id, origin } of events)
        if (origin?.thread === wait.origin?.thread && id > wait.id) added.set(id, decidedBy)
      if (wait.origin !== undefined) addedToEnd[wait.origin.thread] = decidedBy
    }
  return [...added].flatMap(([event, sources]) => [...sources].map(([read, when]): GuardedPair => [read, event, when]))

  /** Returns the arrivals of a thread that may be in the phase of the wait, with conditions. */
  function arrivalsOf(thread: number, wait: BarrierEvent): readonly Arrival[] {
    const phase = phaseOf(wait)
    const all = byWait.get(phase) ?? groupBy(arrivalsAt(wait), (one) => one.thread)
    byWait.set(phase, all)
    return all.get(thread) ?? noArrivals
  }

  function arrivalsAt(wait: BarrierEvent): readonly Arrival[] {
    return mayBeTogether(barriers, wait).flatMap((one) => {
      if (!isArrival(one) || one.origin === undefined) return []
      const { id, origin, named } = one
      return [{ id, thread: origin.thread, use: named?.use, when: both(one.guard, isBeforeEnd(one, wait)) }]
    })
  }

  /**
   * Returns whether the arrival is in the phase of the wait. A barrier that starts again also waits for all arrivals of
   * the phases before.
   */
  function isBeforeEnd(one: BarrierEvent, wait: BarrierEvent): Predicate {
    if (wait.named !== undefined && one.named !== undefined && isChosenPhase(wait))
      return allOf([
        compare('equal', one.named.number, wait.named.number),
        negation(compare('less-unsigned', wait.named.phase, one.named.phase)),
      ])
    const [phase, other] = [wait.resource, one.resource]
    return phase && other ? compare('equal', phase.value, other.value) : never
  }

  /**
   * Returns the reads that decide whether another thread arrives in the phase of the wait, or ends without arriving.
   */
  function deciding(wait: BarrierEvent, thread: number): Sources {
    const arrivals = arrivalsOf(thread, wait)
    const phase = phaseOf(wait)
    const from = [...arrivals.map(({ id }) => addedTo(id)), addedToEnd[thread] ?? noSources]
    const before = decisions.get(`${phase} ${thread}`)
    if (before?.from.every((one, i) => one === from[i])) return before.by
    const decidingEnd = feeding([ends[thread]?.decidedBy ?? noSources, addedToEnd[thread] ?? noSources])
    const by = feeding([
      ...arrivals.map(({ id, when }) => whenever(controlling(id), when)),
      ...(decidingEnd.size === 0 ? [] : [whenever(decidingEnd, endsFirst(phase)(thread))]),
    ])
    decisions.set(`${phase} ${thread}`, { from, by })
    return by
  }

  /** Returns the reads that decide whether another thread of the warp comes along, or ends without coming. */
  function decidingAlong(wait: BarrierEvent, mate: number): Sources {
    const its = mayBeTogether(barriers, wait).flatMap((one) =>
      one.origin?.thread === mate && comesAlong(wait, one)
        ? [{ id: one.id, when: both(one.guard, isBeforeEnd(one, wait)) }]
        : [],
    )
    const endsFirst = allOf([ends[mate]?.guard ?? never, negation(anyOf(its.map(({ when }) => when)))])
    return feeding([
      ...its.map(({ id, when }) => whenever(controlling(id), when)),
      whenever(feeding([ends[mate]?.decidedBy ?? new Map(), addedToEnd[mate] ?? new Map()]), endsFirst),
    ])
  }

  /**
   * Returns whether the wait does not pass before the thread ends, since it does not arrive. With a count, that is so
   * where others of its warp arrive.
   */
  function isAwaitedAtEnd(wait: BarrierEvent, thread: number, own: readonly Arrival[]): Predicate {
    const isAway = (arrivals: readonly Arrival[]) => negation(anyOf(arrivals.map(({ when }) => when)))
    const chosen = isChosenPhase(wait)
    if (wait.quorum === undefined && !chosen) return allOf([isAway(own), isAwaited(program, wait, thread)])
    const warp = warpsAt(program, wait).find((one) => one.includes(thread)) ?? []
    const mates = warp.flatMap((one) => arrivalsOf(one, wait))
    if (!chosen) return allOf([isAway(own), anyOf(mates.map(({ when }) => when))])
    // If phases are chosen, the threads of a warp come together each time.
    const withMates = mates.map(({ use, when }) => {
      const then = own.map((one) =>
        use && one.use ? { ...one, when: both(one.when, compare('equal', one.use, use)) } : one,
      )
      return both(when, isAway(then))
    })
    const everyone = wait.quorum === undefined ? [both(isAway(own), isAwaited(program, wait, thread))] : []
    return anyOf([...withMates, ...everyone])
  }
}

const noSources: Sources = new Map()
const noArrivals: readonly Arrival[] = []

/** Returns a text that is the same for waits of which no thread or condition tells the phases apart. */
const phaseOf = (wait: BarrierEvent): string => {
  const { id, instance, resource, warp, quorum } = wait
  return resource?.value.kind === 'constant' && warp === undefined && quorum === undefined && !isChosenPhase(wait)
    ? `${instance} ${resource.value.width} ${resource.value.value}`
    : `${id}`
}

const whenever = (sources: Sources, when: Predicate): Sources =>
  when === never ? new Map() : new Map([...sources].map(([read, feeds]) => [read, both(feeds, when)]))
