/**
 * Execution barriers, by the rule that herd-style tests follow. Barriers of one CTA at one place of the program, with
 * the same resource where they name one, form a group. A barrier that is not reached is also in a group, unless its
 * resource is in a register that never gets a value. A `sync` passes once as many barriers of its group are reached as
 * its quorum requires, or all of them without a quorum. Then any set that is large enough may be the arrivals; without
 * a quorum, all of them are.
 *
 * The barriers of a cluster in one phase form a group too (ISA, `barrier.cluster`). A `wait` passes once every thread
 * of the cluster has arrived in its phase, or has ended; all of them are arrivals. So do the uses of a named barrier of
 * a CTA in one phase (ISA, `bar`). Without a count, all threads of the CTA must have arrived or ended, with a count as
 * many warps as that. A warp arrives with the last of its threads that have not ended, and a thread that only arrives
 * goes on with the last of them, too. Lanes of a warp that come to the same instruction with the same mask, in one
 * phase, form a group, too: each waits for those that the mask names (ISA, `bar.warp.sync` and its like). A warp that
 * waits for an operation of its warpgroup waits until all warps have come to that (ISA, `wgmma`). A thread of a
 * dependent kernel passes its wait for the kernel before it once all threads of that have ended (ISA,
 * `griddepcontrol`).
 */

import { dependencyOf, kernelThreads } from '../../../litmus/host/dependents.js'
import { clusterName, ctaName, laneOf, threadPosition, warpOf } from '../../../litmus/position.js'
import { type Program, type ThreadPosition, threadAt } from '../../../litmus/program.js'
import { warpSize } from '../../../litmus/warp-size.js'
import { groupBy } from '../../../source/group.js'
import { memoisedWeakly } from '../../../source/memoised-weakly.js'
import { must } from '../../../source/must.js'
import {
  always,
  type Domain,
  type Evaluator,
  type Expression,
  evaluator,
  never,
  type Predicate,
} from '../../values/expression.js'
import type { Logic } from '../../values/logic.js'
import { hasLane } from '../../values/warps.js'
import type { BarrierEvent, EventGraph } from '../graph/event.js'
import { leadersOf } from './leaders.js'

export const barriersOf = ({ events }: Pick<EventGraph, 'events'>): readonly BarrierEvent[] =>
  events.filter((event) => event.kind === 'barrier')

/**
 * Returns whether its thread waits at a barrier, and whether it arrives there. For a cluster's barrier, these are two
 * instructions.
 */
export const isWait = ({ action }: BarrierEvent): boolean => action !== 'arrive'
export const isArrival = ({ action }: BarrierEvent): boolean => action !== 'wait'

/**
 * Returns whether its thread may be held up at a barrier: it waits for others to arrive, or for its warp to come along.
 */
export const mayHoldUp = (one: BarrierEvent): boolean => isWait(one) || (one.mates ?? []).length > 0

/**
 * Returns whether the other, by a thread of the same warp, is what the first waits for: an arrival for an arrival, a
 * wait at a cluster's barrier for such a wait.
 */
export const comesAlong = (one: BarrierEvent, other: BarrierEvent): boolean =>
  isArrival(one) ? isArrival(other) : isWait(other)

const byInstance = memoisedWeakly((barriers: readonly BarrierEvent[]) => groupBy(barriers, ({ instance }) => instance))

/** Returns the barriers that may be in a group with this one, itself among them, in order. */
export const mayBeTogether = (barriers: readonly BarrierEvent[], one: BarrierEvent): readonly BarrierEvent[] =>
  (byInstance(barriers).get(one.instance) ?? []).filter((other) => mayBeInGroup(one, other))

const mayBeInGroup = (one: BarrierEvent, other: BarrierEvent): boolean =>
  one.instance === other.instance && mayBeEqual(one.resource?.value, other.resource?.value)

const mayBeEqual = (one: Expression | undefined, other: Expression | undefined): boolean =>
  one?.kind !== 'constant' || other?.kind !== 'constant' || one.value === other.value

/** Returns whether more arrivals may come than are required, so that some of them are chosen. */
export const isChosen = ({ rule, quorum }: BarrierEvent): boolean => rule === 'place' && quorum !== undefined

/**
 * Returns the threads that must have arrived or ended before one gets past the barrier of its cluster, one of its CTA's
 * without a count, or one of its warp, if they are awaited. A thread that waits for the kernel before its own waits for
 * the ends of that kernel's threads.
 */
export function awaitedBy(program: Program, wait: BarrierEvent): readonly number[] {
  if (wait.rule === 'grid' && program.host !== undefined && wait.origin !== undefined)
    return kernelThreads(program.host, dependencyOf(program.host, wait.origin.thread)?.primary)
  if (wait.rule === 'registers') return []
  if (wait.rule === 'warpgroup') return wait.origin === undefined ? [] : leadersOf(program, wait.origin.thread)
  const { threads, warps } = placedWith(program, wait)
  return wait.warp === undefined || wait.origin === undefined
    ? threads
    : (warps.get(warpOf(threadAt(program.threads, wait.origin.thread))) ?? [])
}

/** The threads of a CTA, or of a cluster, in order, and warp by warp. */
interface Placed {
  readonly threads: readonly number[]
  readonly warps: ReadonlyMap<number, readonly number[]>
}

const nowhere: Placed = { threads: [], warps: new Map() }

/** Returns the threads of the barrier's CTA, or of its cluster. */
function placedWith(program: Program, { origin, rule }: BarrierEvent): Placed {
  const here = origin && threadPosition(threadAt(program.threads, origin.thread))
  if (here === undefined) return nowhere
  const { ctas, clusters } = placesOf(program)
  return (rule === 'cluster' ? clusters.get(clusterName(here)) : ctas.get(ctaName(here))) ?? nowhere
}

const placesOf = memoisedWeakly((program: Program) => {
  const placed = program.threads.flatMap((thread, i) => {
    const position = threadPosition(thread)
    return position === undefined ? [] : [{ i, thread, position }]
  })
  const placesBy = (name: (position: ThreadPosition) => string): ReadonlyMap<string, Placed> =>
    new Map(
      [...groupBy(placed, ({ position }) => name(position))].map(([key, there]) => {
        const warps = [...groupBy(there, ({ thread }) => warpOf(thread))]
        const numbers = (some: typeof there): readonly number[] => some.map(({ i }) => i)
        return [key, { threads: numbers(there), warps: new Map(warps.map(([warp, of]) => [warp, numbers(of)])) }]
      }),
    )
  return { ctas: placesBy(ctaName), clusters: placesBy(clusterName) }
})

/** Returns when the barrier waits for a given thread: a barrier of a warp does if its mask names the lane. */
export const isAwaited = ({ threads }: Program, { warp }: BarrierEvent, thread: number): Predicate =>
  warp === undefined ? always : hasLane(warp.mask, laneOf(threadAt(threads, thread)))

/** Returns the threads of the CTA, warp by warp. */
export const warpsAt = (program: Program, barrier: BarrierEvent): readonly (readonly number[])[] => [
  ...placedWith(program, barrier).warps.values(),
]

/** Returns whether two waits that are reached under one condition wait for the same threads at one barrier. */
const isOneWait = (program: Program, one: BarrierEvent, other: BarrierEvent): boolean =>
  one.rule !== 'grid' &&
  one.rule !== 'warpgroup' &&
  one.rule === other.rule &&
  one.warp === undefined &&
  other.warp === undefined &&
  one.instance === other.instance &&
  isEqual(one.resource?.value, other.resource?.value) &&
  awaitedBy(program, one) === awaitedBy(program, other)

const isEqual = (one: Expression | undefined, other: Expression | undefined): boolean =>
  one === other || (one?.kind === 'constant' && other?.kind === 'constant' && one.value === other.value)

export interface BarrierRules<B> {
  /** Returns whether two barriers that are reached are in one group. */
  readonly together: (one: BarrierEvent, other: BarrierEvent) => B
  /**
   * Returns whether enough barriers are reached for a `sync` or a `wait` to pass, given those that are not in its
   * group, and whether the warp of a thread has come along.
   */
  readonly passes: (sync: BarrierEvent, apart: BarrierRules<B>['apart']) => B
  /**
   * Returns whether another barrier at its place is not in the group of a `sync`: its resource differs, or never gets a
   * value.
   */
  readonly apart: (sync: BarrierEvent, other: BarrierEvent) => B
  /** Returns whether there are as many arrivals as the `sync` or the `wait` requires. */
  readonly enough: (sync: BarrierEvent, arrives: (barrier: number) => B) => B
}

/** Returns the rules of barriers in executions whose reads and barriers are those of the domain. */
export function barrierRules<B, V>(
  graph: EventGraph,
  domain: Domain<B, V>,
  { value, truth }: Evaluator<B, V>,
): BarrierRules<B> {
  const { logic } = domain
  const { and, or, not, all, any, tt, ff } = logic
  const barriers = barriersOf(graph)
  const byThread = groupBy(barriers, ({ origin }) => origin?.thread)
  /** Returns the barriers of a thread that may be in a group with this one. */
  const ofThread = (thread: number, one: BarrierEvent): readonly BarrierEvent[] =>
    (byThread.get(thread) ?? []).filter((other) => mayBeInGroup(one, other))
  const reached = (event: { readonly guard: BarrierEvent['guard'] }): B => truth(event.guard)

  const sameResource = (one: BarrierEvent, other: BarrierEvent): B => {
    if (one === other) return tt
    const [first, second] = [one.resource, other.resource]
    if (first === undefined || second === undefined) return first === second ? tt : ff
    return domain.compare('equal', value(first.value), value(second.value), first.value.width)
  }
  const together = (one: BarrierEvent, other: BarrierEvent): B => {
    const reachedBoth = and(reached(one), reached(other))
    return reachedBoth === ff ? ff : and(reachedBoth, sameResource(one, other))
  }
  /** Returns whether its register has a value, whether the barrier is reached or not. */
  const hasResource = ({ resource, ...barrier }: BarrierEvent): B => {
    if (resource === undefined) return tt
    if (resource.reads === undefined) return reached(barrier)
    return all(resource.reads.map((read) => truth(must(graph.events[read], 'each read').guard)))
  }
  const apart = (sync: BarrierEvent, other: BarrierEvent): B => {
    if (sync === other) return ff
    const has = hasResource(other)
    return has === ff ? tt : or(not(has), not(sameResource(sync, other)))
  }
  /** Returns whether the quorum is met, if each item counts as `each` arrivals. */
  const asMany = (sync: BarrierEvent, counted: readonly B[], each = 1): B => {
    if (sync.quorum === undefined) return tt
    const atLeast = counts(counted, logic)
    const quorum = value(sync.quorum)
    const asksMoreThan = (n: number): B =>
      domain.compare('less-signed', domain.constant(BigInt(n * each), 32), quorum, 32)
    return all([
      ...counted.map((_, n) => or(not(asksMoreThan(n)), must(atLeast[n + 1], 'whether that many hold'))),
      not(asksMoreThan(counted.length)),
    ])
  }
  /** Returns whether a thread has arrived in the phase of the `wait`. */
  const arrives = (wait: BarrierEvent, thread: number): B => {
    return any(
      ofThread(thread, wait)
        .filter(isArrival)
        .map((one) => together(wait, one)),
    )
  }
  /** Returns whether each other thread of its warp for which it waits has also come, or has ended. */
  const warpComes = (one: BarrierEvent): B =>
    all(
      (one.mates ?? []).map((mate) => {
        const its = ofThread(mate, one).filter((other) => comesAlong(one, other))
        const comes = any(its.map((other) => together(one, other)))
        return comes === tt ? tt : or(comes, truth(must(graph.ends[mate], 'the end of each thread')))
      }),
    )
  /** Returns whether the thread has arrived or has ended. */
  const hasArrived = (wait: BarrierEvent, thread: number): B => {
    const arrived = arrives(wait, thread)
    return arrived === tt ? tt : or(arrived, truth(must(graph.ends[thread], 'the end of each thread')))
  }
  const allArrivedBefore = (wait: BarrierEvent): B =>
    all(
      awaitedBy(graph.program, wait).map((thread) => {
        const awaited = truth(isAwaited(graph.program, wait, thread))
        return awaited === ff ? tt : or(not(awaited), hasArrived(wait, thread))
      }),
    )
  /** The waits that were looked at, by their guards: those of one CTA for one resource are over at the same time. */
  const looked = new Map<Predicate, { readonly wait: BarrierEvent; readonly over: B }[]>()
  const allArrived = (wait: BarrierEvent): B => {
    const before = looked.get(wait.guard) ?? []
    const known = before.find((one) => isOneWait(graph.program, one.wait, wait))
    if (known !== undefined) return known.over
    const over = allArrivedBefore(wait)
    looked.set(wait.guard, [...before, { wait, over }])
    return over
  }
  /** Returns the warps of the CTA that have arrived in the phase. */
  const warpsArrived = (wait: BarrierEvent): readonly B[] =>
    warpsAt(graph.program, wait).map((warp) =>
      and(any(warp.map((thread) => arrives(wait, thread))), all(warp.map((thread) => hasArrived(wait, thread)))),
    )
  /** Returns whether as many registers are released as all warps of the CTA ask for. */
  const released = (wait: BarrierEvent): B => {
    const { releases, asked } = registersAt(barriers, wait)
    return atLeast(
      releases.map((one) => [reached(one), one.registers ?? 0]),
      asked,
      logic,
    )
  }
  return {
    together,
    apart,
    passes: (sync, apart) => {
      const here = and(reached(sync), warpComes(sync))
      if (here === ff || !isWait(sync)) return here
      if (sync.rule === 'registers') return and(here, released(sync))
      if (sync.rule !== 'place' && sync.quorum === undefined) return and(here, allArrived(sync))
      if (sync.rule === 'named') return and(here, asMany(sync, warpsArrived(sync), warpSize))
      const group = mayBeTogether(barriers, sync)
      if (sync.quorum === undefined) return and(here, all(group.map((other) => or(reached(other), apart(sync, other)))))
      return and(
        here,
        asMany(
          sync,
          group.map((other) => together(sync, other)),
        ),
      )
    },
    enough: (sync, arrives) => {
      const group = mayBeTogether(barriers, sync).filter(isArrival)
      if (!isChosen(sync)) return all(group.map((other) => or(not(together(sync, other)), arrives(other.id))))
      return asMany(
        sync,
        group.map((other) => and(together(sync, other), arrives(other.id))),
      )
    },
  }
}

/**
 * Returns the releases of registers to which a request belongs, and how many registers all requests of the CTA ask for
 * in all.
 */
export function registersAt(
  barriers: readonly BarrierEvent[],
  { instance }: BarrierEvent,
): { readonly releases: readonly BarrierEvent[]; readonly asked: number } {
  const here = barriers.filter((one) => one.instance === instance)
  const asked = here.filter((one) => isWait(one) && one.guard !== never)
  return {
    releases: here.filter((one) => !isWait(one)),
    asked: asked.reduce((sum, { registers = 0 }) => sum + registers, 0),
  }
}

/** Returns whether the weights of the items that hold are as much as demanded. */
function atLeast<B>(items: readonly (readonly [B, number])[], demanded: number, { tt, ff, and, or }: Logic<B>): B {
  const known = new Map<string, B>()
  const from = (index: number, rest: number): B => {
    if (rest <= 0) return tt
    const item = items[index]
    if (item === undefined) return ff
    const key = `${index} ${rest}`
    const [holds, weight] = item
    const result = known.get(key) ?? or(and(holds, from(index + 1, rest - weight)), from(index + 1, rest))
    known.set(key, result)
    return result
  }
  return from(0, demanded)
}

/** Returns, for each number up to the number of items, whether at least that many of them hold. */
function counts<B>(items: readonly B[], { tt, ff, and, or }: Logic<B>): readonly B[] {
  let atLeast: readonly B[] = [tt, ...items.map(() => ff)]
  for (const item of items)
    atLeast = atLeast.map((already, n) =>
      n === 0 ? tt : or(already, and(must(atLeast[n - 1], 'whether that many hold'), item)),
    )
  return atLeast
}

/**
 * Returns which barriers that may hold up a thread are passed in executions whose reads return what the domain says:
 * none at first, then those that pass when the ones before are passed, as long as there are more. Threads that wait for
 * each other's later barriers never pass. The whole execution decides which barriers are in one group, so the domain
 * must say which are passed. It describes an execution if the result is the same.
 */
export function passedBarriers<B, V>(graph: EventGraph, domain: Domain<B, V>): ReadonlyMap<number, B> {
  const { or, ff } = domain.logic
  const { apart } = barrierRules(graph, domain, evaluator(domain))
  const syncs = barriersOf(graph).filter(mayHoldUp)
  let passed: ReadonlyMap<number, B> = new Map(syncs.map(({ id }) => [id, ff]))
  // Each round passes at least one more, or nothing more passes.
  for (const _ of syncs) {
    const before = passed
    const passedBefore = (id: number): B => must(before.get(id), 'whether each barrier that is waited at is passed')
    const inRound = { ...domain, passes: passedBefore }
    const { passes } = barrierRules(graph, inRound, evaluator(inRound))
    passed = new Map(syncs.map((sync) => [sync.id, or(passedBefore(sync.id), passes(sync, apart))]))
    if (syncs.every(({ id }) => passed.get(id) === before.get(id))) break
  }
  return passed
}

/** Returns the pairs from each arrival to every other `sync` or `wait` of its group that passes. */
export const arrivalsSeen = <B>(
  barriers: readonly BarrierEvent[],
  { together }: Pick<BarrierRules<B>, 'together'>,
  { and, ff }: Logic<B>,
  arrived: (barrier: number) => B,
  passed: (barrier: number) => B,
): readonly (readonly [number, number, B])[] =>
  barriers.flatMap((from) =>
    mayBeTogether(barriers, from).flatMap((to): readonly (readonly [number, number, B])[] => {
      const seen = to === from || !isWait(to) || !isArrival(from) ? ff : and(arrived(from.id), passed(to.id))
      return seen === ff ? [] : [[from.id, to.id, and(seen, together(from, to))]]
    }),
  )
