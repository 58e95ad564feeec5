/** Finds the places where an execution would have to synchronise to order its races, but does not. */

import type { Pair } from '../encoder/events/graph/event.js'
import type { Witness } from '../report/witness.js'
import { groupBy } from '../source/group.js'

/**
 * Returns the writes that another thread reads on the way from one access of a race to the other, each with its read:
 * if these synchronised, as a release and an acquire do, the accesses would be ordered.
 */
export function unsynchronised({ events, relations, races = [], synchronisation }: Witness): readonly Pair[] {
  if (races.length === 0) return []
  const threadOf = (id: number): number | null => events[id]?.thread ?? null
  const isBetween = ([a, b]: Pair): boolean =>
    threadOf(a) !== null && threadOf(b) !== null && threadOf(a) !== threadOf(b)
  const synchronising = synchronisation.flatMap((name) => relations[name] ?? [])
  const read = relations.rf.filter(isBetween)
  const inOrder = events.filter(({ executed, asynchronous, thread }) => executed && !asynchronous && thread !== null)
  const programOrder = [...groupBy(inOrder, ({ thread }) => thread).values()].flatMap((own) =>
    own.slice(1).map(({ id }, i): Pair => [own[i]?.id ?? id, id]),
  )
  const steps = groupBy([...programOrder, ...read, ...synchronising], ([from]) => from)
  const reached = new Map<number, ReadonlySet<number>>()
  const leads = (from: number, to: number): boolean => {
    const reachableEvents =
      reached.get(from) ?? reachable(from, (event) => (steps.get(event) ?? []).map(([, next]) => next))
    reached.set(from, reachableEvents)
    return reachableEvents.has(to)
  }
  const apart = races.filter(isBetween).flatMap(([a, b]): readonly Pair[] => [
    [a, b],
    [b, a],
  ])
  const isRace = (pair: Pair): boolean => apart.some(([a, b]) => a === pair[0] && b === pair[1])
  return read.filter(
    ([write, by]) =>
      !isRace([write, by]) &&
      apart.some(
        ([a, b]) =>
          leads(a, write) &&
          leads(by, b) &&
          !synchronising.some(([x, y]) => leads(a, x) && leads(x, write) && leads(by, y) && leads(y, b)),
      ),
  )
}

function reachable(start: number, next: (event: number) => readonly number[]): ReadonlySet<number> {
  const events = new Set([start])
  for (const event of events) for (const other of next(event)) events.add(other)
  return events
}
