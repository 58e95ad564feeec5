/** The pairs that an execution may choose among: what `rf`, `co` and `sync_fence` can hold at most, whatever the model. */

import { type Event, type EventGraph, isMemory, type MemoryEvent, type Pair } from '../events/event.js'
import { scopesIncludeEachOther } from '../events/scopes.js'

export interface Bounds {
  /** Write to read, for each pair on one location. */
  readonly rf: readonly Pair[]
  /** Each two writes of one location, except the initial one, once: either may come first, or neither. */
  readonly co: readonly Pair[]
  /** Initial writes and the other writes of their locations, which they precede. */
  readonly initial: readonly Pair[]
  /** Each two `fence.sc` whose scopes include each other, once: one comes first. */
  readonly sync_fence: readonly Pair[]
  /** Each two other `fence.sc` that a chain of such pairs connects, once: their order may follow from the chain. */
  readonly indirect: readonly Pair[]
}

/** The upper bounds of a program's executions. */
export function upperBounds({ program, events }: EventGraph): Bounds {
  const memory = events.filter(isMemory)
  const writes = memory.filter(({ kind }) => kind === 'write')
  const reads = memory.filter(({ kind }) => kind === 'read')
  const sameLocation = (a: MemoryEvent, b: MemoryEvent) => a.location === b.location
  const isInitial = (event: MemoryEvent) => event.origin === undefined

  const fences = events.filter(({ sets }) => sets.includes('SC'))
  const twoFences = pairs(fences)
  const direct = ([a, b]: readonly [Event, Event]) => scopesIncludeEachOther(program, a, b)
  const component = components(fences, twoFences.filter(direct))
  return {
    rf: writes.flatMap((write) => reads.filter((read) => sameLocation(write, read)).map((read) => ids([write, read]))),
    co: pairs(writes.filter((write) => !isInitial(write)))
      .filter(([a, b]) => sameLocation(a, b))
      .map(ids),
    initial: writes
      .filter(isInitial)
      .flatMap((first) =>
        writes.filter((write) => !isInitial(write) && sameLocation(first, write)).map((write) => ids([first, write])),
      ),
    sync_fence: twoFences.filter(direct).map(ids),
    indirect: twoFences.filter(([a, b]) => !direct([a, b]) && component.get(a) === component.get(b)).map(ids),
  }
}

const ids = ([a, b]: readonly [Event, Event]): Pair => [a.id, b.id]

const pairs = <T>(items: readonly T[]): readonly (readonly [T, T])[] =>
  items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b] as const))

/** Items that the links connect share a representative. */
function components<T>(items: readonly T[], links: readonly (readonly [T, T])[]): ReadonlyMap<T, T> {
  const component = new Map(items.map((item) => [item, item]))
  for (const [a, b] of links) {
    const [kept, merged] = [component.get(a), component.get(b)]
    if (kept === undefined || merged === kept) continue
    for (const [item, representative] of component) if (representative === merged) component.set(item, kept)
  }
  return component
}
