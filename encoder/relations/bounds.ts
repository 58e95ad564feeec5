/** The upper bounds of `rf`, `co` and `sync_fence`: the pairs that an execution may choose, whatever the model. */

import { groupBy } from '../../source/group.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import {
  type Event,
  type EventGraph,
  type GuardedPair,
  isMemory,
  type MemoryEvent,
  type Pair,
} from '../events/graph/event.js'
import { scopesIncludeEachOther } from '../events/graph/scopes.js'
import { overlapping, together } from '../events/memory/places.js'
import { always, never } from '../values/expression.js'

export interface Bounds {
  /** Write to read, for each pair that may overlap. */
  readonly rf: readonly Pair[]
  /** Each two writes that may overlap, except the initial ones, once: either may come first, or neither. */
  readonly co: readonly GuardedPair[]
  /**
   * Each two other writes to one location, once, if accesses may overlap partially: their order in coherence may follow
   * from that of writes that overlap both.
   */
  readonly linked: readonly Pair[]
  /** Initial writes and the other writes to their cells, which they precede. */
  readonly initial: readonly GuardedPair[]
  /** Each two `fence.sc` whose scopes include each other, once: one comes first. */
  readonly sync_fence: readonly Pair[]
  /** Each two other `fence.sc` that a chain of such pairs connects, once: their order may follow from the chain. */
  readonly indirect: readonly Pair[]
}

/** Returns the upper bounds of a program's executions. */
export const upperBounds: (graph: EventGraph) => Bounds = memoisedWeakly(({ program, events, mixed }) => {
  const memory = events.filter(isMemory)
  const writes = memory.filter(({ kind }) => kind === 'write')
  const reads = memory.filter(({ kind }) => kind === 'read')
  const isInitial = (event: MemoryEvent) => event.origin === undefined
  const written = writes.filter((write) => !isInitial(write))
  const guarded = (some: readonly (readonly [MemoryEvent, MemoryEvent])[]): readonly GuardedPair[] =>
    some.flatMap(([a, b]): readonly GuardedPair[] => {
      const when = together(a, b, overlapping)
      return when === never ? [] : [[a.id, b.id, when]]
    })
  const readsWith = sharingLocation(reads)
  const writesWith = sharingLocation(written)
  const twoWrites = written.flatMap((a) =>
    writesWith(a).flatMap((b): readonly (readonly [MemoryEvent, MemoryEvent])[] => (a.id < b.id ? [[a, b]] : [])),
  )

  const fences = events.filter(({ sets }) => sets.includes('SC'))
  const twoFences = pairs(fences)
  const direct = ([a, b]: readonly [Event, Event]) => scopesIncludeEachOther(program, a, b)
  const component = components(fences, twoFences.filter(direct))
  return {
    rf: guarded(writes.flatMap((write) => readsWith(write).map((read) => [write, read] as const))).map(
      ([a, b]): Pair => [a, b],
    ),
    co: guarded(twoWrites),
    linked: mixed
      ? twoWrites.flatMap(([a, b]): readonly Pair[] => (together(a, b, overlapping) !== always ? [[a.id, b.id]] : []))
      : [],
    initial: guarded(
      writes.filter(isInitial).flatMap((first) => writesWith(first).map((write) => [first, write] as const)),
    ),
    sync_fence: twoFences.filter(direct).map(ids),
    indirect: twoFences.filter(([a, b]) => !direct([a, b]) && component.get(a) === component.get(b)).map(ids),
  }
})

/** Returns, for an access, those of the others that may be at a location where it may be, in their order. */
function sharingLocation(others: readonly MemoryEvent[]): (access: MemoryEvent) => readonly MemoryEvent[] {
  const at = groupBy(
    others.flatMap((other) => locationsOf(other).map((location) => ({ other, location }))),
    ({ location }) => location,
  )
  return (access) => {
    const found = locationsOf(access).flatMap((location) => (at.get(location) ?? []).map(({ other }) => other))
    return access.places.length === 1 ? found : [...new Set(found)].toSorted((a, b) => a.id - b.id)
  }
}

const locationsOf = ({ places }: MemoryEvent): readonly number[] => [...new Set(places.map(({ location }) => location))]

const ids = ([a, b]: readonly [Event, Event]): Pair => [a.id, b.id]

const pairs = <T>(items: readonly T[]): readonly (readonly [T, T])[] =>
  items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b] as const))

/** Items that links connect share a representative. */
function components<T>(items: readonly T[], links: readonly (readonly [T, T])[]): ReadonlyMap<T, T> {
  const component = new Map(items.map((item) => [item, item]))
  for (const [a, b] of links) {
    const [kept, merged] = [component.get(a), component.get(b)]
    if (kept === undefined || merged === kept) continue
    for (const [item, representative] of component) if (representative === merged) component.set(item, kept)
  }
  return component
}
