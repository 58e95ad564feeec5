/** The shortest chain of program order, reads-from and synchronisation from one event of an execution to another. */

import type { Pair } from '../encoder/events/graph/event.js'
import type { Witness, WitnessEvent } from '../report/witness.js'
import { groupBy } from '../source/group.js'

/** The ways from event to event. */
export interface Steps {
  /** The rest of its thread in program order, from an event on; empty for asynchronous operations. */
  readonly from: (id: number) => readonly WitnessEvent[]
  /** The part of its thread before an event, in program order. */
  readonly before: (id: number) => readonly WitnessEvent[]
  /** The events to which edges besides program order lead. What orders costs less than what is only read. */
  readonly across: readonly { readonly price: number; readonly targets: (id: number) => readonly number[] }[]
  /** The events that issue an operation, and the first one that observes its completion. */
  readonly issuedBy: (id: number) => readonly number[]
  readonly completedAt: (id: number) => readonly number[]
}

/** Returns the steps of an execution. */
export function stepsOf({ events, relations, races = [], synchronisation }: Witness): Steps {
  const threadOf = (id: number): number | null => events[id]?.thread ?? null
  const ordered = events.filter(({ executed, asynchronous, thread }) => executed && !asynchronous && thread !== null)
  const threads = [...groupBy(ordered, ({ thread }) => thread).values()]
  const places = new Map(threads.flatMap((own) => own.map(({ id }, index) => [id, { own, index }] as const)))
  const { rf, issue = [], completed = [], api = [] } = relations
  const racing = new Set(races.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
  const isBetween = ([a, b]: Pair): boolean =>
    threadOf(a) !== null && threadOf(b) !== null && threadOf(a) !== threadOf(b)
  const ordering = synchronisation.flatMap((name) => relations[name] ?? []).filter(isBetween)
  // A read that races with its write says nothing about their order.
  const read = rf.filter((pair) => isBetween(pair) && !racing.has(pair.join(' ')))
  return {
    from: (id) => {
      const place = places.get(id)
      return place === undefined ? [] : place.own.slice(place.index)
    },
    before: (id) => {
      const place = places.get(id)
      return place === undefined ? [] : place.own.slice(0, place.index)
    },
    across: [
      { price: 2, targets: targetsIn([...ordering, ...issue, ...completed, ...api]) },
      { price: 3, targets: targetsIn(read) },
    ],
    issuedBy: targetsIn(issue.map(([a, b]) => [b, a])),
    completedAt: firstIn(targetsIn(completed)),
  }
}

function targetsIn(pairs: readonly Pair[]): (id: number) => readonly number[] {
  const targets = new Map([...groupBy(pairs, ([a]) => a)].map(([from, own]) => [from, own.map(([, to]) => to)]))
  return (id) => targets.get(id) ?? []
}

const firstIn =
  (targets: (id: number) => readonly number[]): typeof targets =>
  (id) =>
    targets(id).slice(0, 1)

/**
 * Returns the events of the shortest chain from one of two events to the other: where it leaves and enters threads, and
 * what synchronises on its way through them. If there is none, what synchronises nearest to each of them.
 */
export function chainBetween(steps: Steps, a: number, b: number): readonly number[] {
  const ways = [fromEither(steps, a, b), fromEither(steps, b, a)].filter((way) => way !== undefined)
  const [way] = ways.toSorted((one, other) => one.length - other.length)
  return way === undefined
    ? [a, b].flatMap((id) => around(steps, id))
    : way.flatMap((to, i) => [...(i === 0 ? [] : synchronising(steps, way[i - 1] ?? to, to)), to])
}

/** Returns the chain from an event or, if none begins at an asynchronous operation, from what issues it. */
function fromEither(steps: Steps, start: number, end: number): readonly number[] | undefined {
  const [issuer] = steps.issuedBy(start)
  return shortest(steps, start, end) ?? (issuer === undefined ? undefined : shortest(steps, issuer, end))
}

interface Reached {
  readonly event: number
  readonly by: number | undefined
}

/**
 * Returns both ends of the chain, and between them the ends of its edges besides program order, of which it has as few
 * as possible. Undefined if there is no chain.
 */
function shortest({ from, across }: Steps, start: number, end: number): readonly number[] | undefined {
  const reachedBy = new Map<number, number | undefined>()
  /** The events that are reached at each cost. Program order costs nothing. */
  const reached: Reached[][] = [[{ event: start, by: undefined }]]
  for (const level of reached) {
    const cost = reached.indexOf(level)
    for (const { event, by } of level) {
      if (reachedBy.has(event)) continue
      reachedBy.set(event, by)
      const later = from(event).slice(1)
      const known = later.findIndex(({ id }) => reachedBy.has(id))
      const along = (known === -1 ? later : later.slice(0, known)).map(({ id }) => id)
      for (const id of along) reachedBy.set(id, event)
      if (reachedBy.has(end)) return wayTo(end, reachedBy)
      for (const { price, targets } of across)
        for (const id of [event, ...along])
          for (const target of targets(id)) {
            while (reached.length <= cost + price) reached.push([])
            reached[cost + price]?.push({ event: target, by: id })
          }
    }
  }
  return undefined
}

function wayTo(end: number, reachedBy: ReadonlyMap<number, number | undefined>): readonly number[] {
  const before = reachedBy.get(end)
  return before === undefined ? [end] : [...wayTo(before, reachedBy), end]
}

/** Returns whether an event can take part in synchronisation by more than its place. */
const isSynchronising = ({ kind, sets, order }: WitnessEvent): boolean =>
  kind === 'fence' ||
  kind === 'barrier' ||
  kind === 'wait' ||
  order === 'acquire' ||
  order === 'release' ||
  order === 'acq_rel' ||
  sets.includes('MBAR')

/** Returns the first and the last event that synchronises between two events of one thread. */
function synchronising({ from, before }: Steps, start: number, end: number): readonly number[] {
  const ahead = new Set(before(end).map(({ id }) => id))
  const between = from(start).filter((event) => event.id !== start && ahead.has(event.id) && isSynchronising(event))
  return [...between.slice(0, 1), ...between.slice(-1)].map(({ id }) => id)
}

/** Returns the nearest events that synchronise in its thread, before and after an event or the operation that it is. */
function around({ from, before, issuedBy, completedAt }: Steps, id: number): readonly number[] {
  const [start = id] = issuedBy(id)
  const [end = start] = completedAt(id)
  const nearest = [before(start).findLast(isSynchronising), from(end).slice(1).find(isSynchronising)]
  return nearest.flatMap((one) => (one === undefined ? [] : [one.id]))
}
