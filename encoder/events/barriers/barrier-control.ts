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
  always,
  anyOf,
  both,
  compare,
  conjuncts,
  type Expression,
  either,
  negation,
  never,
  type Predicate,
} from '../../values/expression.js'
import { feeding as feedingBy } from '../control/flow.js'
import type { BarrierEvent, Event, GuardedPair } from '../graph/event.js'
import type { Sources } from '../graph/register-value.js'
import { awaitedBy, comesAlong, isArrival, isAwaited, isWait, mayBeTogether, mayHoldUp, warpsAt } from './barriers.js'
import { isChosenPhase } from './named-barriers.js'
import { spending } from './spending.js'

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
  // Many waits have the same reads under the same conditions. These are joined once, so that they are one formula.
  const spend = spending()
  const joined = memoisedPairs(either, spend)
  const inBoth = memoisedPairs(both, spend)
  const followsFrom = followingFrom()
  const feeding = (all: readonly Sources[]): Sources => feedingBy(all, joined)
  const whenever = (sources: Sources, when: Predicate): Sources =>
    when === never ? new Map() : new Map([...sources].map(([read, feeds]) => [read, inBoth(feeds, when)]))
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
    return memoised((thread: number) => {
      const arrivals = arrivalsOf(thread, wait)
      return endsWithout(wait, thread, arrivals, () => isAwaitedAtEnd(wait, thread, arrivals))
    })
  })
  /** What decides whether a thread arrives in a phase, and from which reads that follows. */
  const decisions = new Map<string, { readonly from: readonly Sources[]; readonly by: Sources }>()
  const addedTo = (event: number): Sources => added.get(event) ?? noSources
  const controlling = (event: number): Sources => feeding([byEvent.get(event) ?? noSources, addedTo(event)])

  // A wait may follow another wait: in the order of the text, each passes on what the ones before have added.
  const last = new Map<BarrierEvent, Sources>()
  for (let round = 0, isNews = true; isNews && round < groups(waits); round++) {
    isNews = false
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
      isNews ||= !areSame(last.get(wait), decidedBy)
      last.set(wait, decidedBy)
      for (const { id, origin } of events)
        if (origin?.thread === wait.origin?.thread && id > wait.id) added.set(id, decidedBy)
      if (wait.origin !== undefined) addedToEnd[wait.origin.thread] = decidedBy
    }
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
    const isUsual = wait.rule !== 'grid' && wait.rule !== 'registers' && wait.quorum === undefined
    const mustArrive = (): boolean =>
      isUsual && isAwaited(program, wait, thread) === always && endsFirst(phase)(thread) === never
    const by = feeding([
      ...arriving(wait, arrivals, mustArrive),
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
    const endsFirst = endsWithout(wait, mate, its, () => negation(anyOf(its.map(({ when }) => when))))
    return feeding([
      ...arriving(wait, its, () => endsFirst === never),
      whenever(feeding([ends[mate]?.decidedBy ?? new Map(), addedToEnd[mate] ?? new Map()]), endsFirst),
    ])
  }

  /**
   * Returns the reads that decide about the arrivals of one thread. One of them is enough, so one that is executed only
   * if another is decides nothing. If the thread must arrive, and there is one left, then that one is executed wherever
   * anything is that comes after the wait. If phases are chosen, a wait also waits for the arrivals of earlier phases.
   */
  function arriving(
    wait: BarrierEvent,
    arrivals: readonly Pick<Arrival, 'id' | 'when'>[],
    mustArrive: () => boolean,
  ): readonly Sources[] {
    const conditional = ({ id, when }: (typeof arrivals)[number]): Sources => whenever(controlling(id), when)
    if (arrivals.every(({ id }) => controlling(id).size === 0)) return []
    if (isChosenPhase(wait)) return arrivals.map(conditional)
    const isIdle = (one: (typeof arrivals)[number], i: number): boolean =>
      arrivals.some(
        (other, k) => k !== i && followsFrom(one.when, other.when) && (k < i || !followsFrom(other.when, one.when)),
      )
    const [first, ...others] = arrivals.filter((one, i) => !isIdle(one, i))
    if (first === undefined) return []
    return others.length === 0 && mustArrive() ? [controlling(first.id)] : [first, ...others].map(conditional)
  }

  /** Returns whether a thread ends and holds up the wait by that. It does not if it cannot end without an arrival. */
  function endsWithout(
    wait: BarrierEvent,
    thread: number,
    arrivals: readonly Pick<Arrival, 'when'>[],
    isAwaited: () => Predicate,
  ): Predicate {
    const guard = ends[thread]?.guard ?? never
    const arrives = !isChosenPhase(wait) && arrivals.some(({ when }) => followsFrom(guard, when))
    return arrives ? never : allOf([guard, isAwaited()])
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
  const { id, instance, rule, resource, warp, quorum } = wait
  return resource?.value.kind === 'constant' && warp === undefined && quorum === undefined && !isChosenPhase(wait)
    ? `${rule} ${instance} ${resource.value.width} ${resource.value.value}`
    : `${id}`
}

/**
 * Memoises a function of two predicates, which are compared by identity. `spend` is called with how many predicates each
 * call reads.
 */
function memoisedPairs(
  compute: (left: Predicate, right: Predicate) => Predicate,
  spend: (read: number) => void,
): typeof compute {
  const of = memoised((left: Predicate) =>
    memoised((right: Predicate) => {
      const made = compute(left, right)
      spend('of' in made && Array.isArray(made.of) ? made.of.length : 1)
      return made
    }),
  )
  return (left, right) => {
    spend(1)
    return of(left)(right)
  }
}

/** Returns whether the second of two predicates holds wherever the first one does; false if that is not seen. */
function followingFrom(): (first: Predicate, second: Predicate) => boolean {
  const follows = memoised((first: Predicate) =>
    memoised((part: Predicate): boolean =>
      conjuncts(first).some(
        (one) => one === part || (one.kind === 'or' && one.of.every((each) => follows(each)(part))),
      ),
    ),
  )
  return (first, second) => first.kind === 'false' || conjuncts(second).every(follows(first))
}

const areSame = (some: Sources | undefined, others: Sources): boolean =>
  some?.size === others.size && [...others].every(([read, when]) => some.get(read) === when)
