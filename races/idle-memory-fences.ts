/**
 * Finds why fences of memory do not order two accesses. The missing steps of causality are found by adding them: what
 * makes the model order the accesses is what they lack.
 */

import type { BaseSet } from '../axioms/algebra/names.js'
import type { RaceRelations } from '../axioms/algebra/roles.js'
import type { Event, EventGraph, MemoryEvent } from '../encoder/events/graph/event.js'
import { positionBy, scopeIncludes } from '../encoder/events/graph/scopes.js'
import type { Execution } from '../encoder/execution/execution.js'
import { inBits } from '../encoder/execution/in-bits.js'
import { placeIn } from '../encoder/execution/replay.js'
import { type IdleFence, isStrong, threadOf, type Why } from './idle-fence.js'

/** The events of a step that is missing, and what would add it. */
type Addition =
  | { readonly kind: 'scope' | 'strong' | 'release' | 'acquire'; readonly event: number }
  | { readonly kind: 'observed'; readonly write: number; readonly read: number }
  | { readonly kind: 'fence order'; readonly first: number; readonly second: number }

/** The most events of an execution that is examined, and the most pairs of a write and a read that may be missing. */
const [mostEvents, mostSignals] = [300, 24]

/** Returns, for two accesses, of which the first should come before the other, the fences that do not order them. */
export function idleMemoryFences(
  graph: EventGraph,
  execution: Execution,
  relations: RaceRelations,
): (first: MemoryEvent, last: MemoryEvent) => readonly IdleFence[] {
  const { baseCause, cause } = relations
  const executed = graph.events.filter(({ id }) => execution.executed[id])
  const fences = executed.filter(isMemoryFence)
  if (baseCause === undefined || fences.length === 0 || executed.length > mostEvents) return () => []
  const own = inBits(graph, execution)
  const before = (a: number, b: number): boolean => a === b || own.holds(baseCause, a, b)
  /** Returns whether an event comes after an access, or after a read that observes it. */
  const isAfter = (first: number, id: number): boolean =>
    before(first, id) || execution.rf.some(([write, read]) => write === first && before(read, id))
  const position = positionBy(relations)

  return (first, last) => {
    if (before(first.id, last.id) || before(last.id, first.id)) return []
    const missing = leastMissing(first, last)
    return fences.flatMap((fence): readonly IdleFence[] => {
      const [why] = missing.flatMap((one) => whyOf(fence, first, last, one) ?? [])
      return why === undefined ? [] : [{ fence: fence.id, why }]
    })
  }

  interface Missing {
    readonly additions: readonly Addition[]
    /** The write that should be observed, and the read that should observe it; or two fences. */
    readonly from: Event
    readonly to: Event
  }

  /**
   * Returns the fewest additions that make the model order the accesses: by one synchronisation more, or if that is not
   * enough, by several.
   */
  function leastMissing(first: MemoryEvent, last: MemoryEvent): readonly Missing[] {
    const scopes = executed.flatMap((event): readonly Addition[] =>
      isStrong(event) && !event.sets.includes('SYS') ? [{ kind: 'scope', event: event.id }] : [],
    )
    const reduced = ({ additions, from, to }: Missing): readonly Missing[] =>
      isOrdered(additions, first, last) ? [{ from, to, additions: needed(additions, first, last) }] : []
    const ways = [...bySignals(first, last, scopes), ...byFences(last, scopes)].flatMap(reduced)
    const [least] = ways.toSorted((a, b) => a.additions.length - b.additions.length)
    if (least !== undefined) return [least]
    const observed = executed.flatMap((to) =>
      to.kind === 'read'
        ? execution.rf.flatMap(([write, read]) => {
            const from = graph.events[write]
            return read === to.id && from?.origin !== undefined && threadOf(from) !== threadOf(to) ? [{ from, to }] : []
          })
        : [],
    )
    const all = observed.flatMap(({ from, to }) => signalled(from, to))
    const several = observed
      .slice(0, 1)
      .flatMap(({ from, to }) => reduced({ from, to, additions: [...all, ...scopes] }))
    return several.flatMap(({ additions }) => observed.map((one) => ({ ...one, additions })))
  }

  /** Returns the additions by which a write would release, and a read acquire. What comes first is tried first. */
  function signalled(write: Event, read: Event): readonly Addition[] {
    return [
      { kind: 'acquire', event: read.id },
      { kind: 'release', event: write.id },
      ...(isStrong(read) ? [] : [{ kind: 'strong' as const, event: read.id }]),
      ...(isStrong(write) ? [] : [{ kind: 'strong' as const, event: write.id }]),
    ]
  }

  function bySignals(first: MemoryEvent, last: MemoryEvent, scopes: readonly Addition[]): readonly Missing[] {
    const writes = executed.filter(
      (one): one is MemoryEvent =>
        one.kind === 'write' &&
        one.origin !== undefined &&
        one.id !== first.id &&
        (threadOf(one) === threadOf(first) || isAfter(first.id, one.id)),
    )
    const reads = executed.filter(
      (one): one is MemoryEvent =>
        one.kind === 'read' && one.id !== last.id && (threadOf(one) === threadOf(last) || before(one.id, last.id)),
    )
    const pairs = writes.flatMap((write) =>
      reads.flatMap((read) =>
        threadOf(write) !== threadOf(read) && isSamePlace(write, read) ? [[write, read] as const] : [],
      ),
    )
    // A read that observes the write misses less than one that does not.
    const observes = ([write, read]: readonly [MemoryEvent, MemoryEvent]): number =>
      execution.rf.some(([from, to]) => from === write.id && to === read.id) ? 0 : 1
    return pairs
      .toSorted((a, b) => observes(a) - observes(b))
      .slice(0, mostSignals)
      .map(([write, read]) => ({
        from: write,
        to: read,
        additions: [
          ...signalled(write, read),
          ...(observes([write, read]) === 0 ? [] : [{ kind: 'observed' as const, write: write.id, read: read.id }]),
          ...scopes,
        ],
      }))
  }

  /** Returns pairs of fences that would order the accesses if both were sequentially consistent. */
  function byFences(last: MemoryEvent, scopes: readonly Addition[]): readonly Missing[] {
    return fences
      .flatMap((one) =>
        fences.flatMap((other): readonly Missing[] => {
          if (threadOf(one) === threadOf(other) || !before(other.id, last.id)) return []
          const additions: readonly Addition[] = [{ kind: 'fence order', first: one.id, second: other.id }, ...scopes]
          return [{ from: one, to: other, additions }]
        }),
      )
      .slice(0, mostSignals)
  }

  /** Leaves out additions that are not needed, one by one. */
  function needed(additions: readonly Addition[], first: MemoryEvent, last: MemoryEvent): readonly Addition[] {
    return additions.reduce((kept, one) => {
      const others = kept.filter((other) => other !== one)
      return isOrdered(others, first, last) ? others : kept
    }, additions)
  }

  /** Asks the model whether the accesses would be ordered. */
  function isOrdered(additions: readonly Addition[], first: MemoryEvent, last: MemoryEvent): boolean {
    const events = graph.events.map((event) => additions.reduce(added, event))
    const observed = additions.flatMap((one) => (one.kind === 'observed' ? [[one.write, one.read] as const] : []))
    const ordered = additions.flatMap((one) => (one.kind === 'fence order' ? [[one.first, one.second] as const] : []))
    const rf = [...execution.rf.filter(([, read]) => !observed.some(([, by]) => by === read)), ...observed]
    const sync_fence = [...execution.sync_fence, ...ordered]
    return inBits({ ...graph, events }, { ...execution, rf, sync_fence }).holds(cause, first.id, last.id)
  }

  function whyOf(fence: Event, first: MemoryEvent, last: MemoryEvent, missing: Missing): Why | undefined {
    const { from, to } = missing
    if (from.kind === 'fence' || to.kind === 'fence') return ofFencePair(fence, missing)
    if (threadOf(fence) === threadOf(from)) return ofRelease(fence, first, last, missing)
    if (threadOf(fence) === threadOf(to)) return ofAcquire(fence, first, last, missing)
    const lacks = (of: 'release' | 'acquire'): boolean => missing.additions.some(({ kind }) => kind === of)
    if (lacks('release') && isAfter(first.id, fence.id) && before(fence.id, from.id))
      return { kind: 'other thread signals', of: 'release', signal: from.id }
    if (lacks('acquire') && before(to.id, fence.id) && before(fence.id, last.id))
      return { kind: 'other thread signals', of: 'acquire', signal: to.id }
    return undefined
  }

  /** The order of fences is a choice of the execution, among those that are sequentially consistent. */
  function ofFencePair(fence: Event, { from, to }: Missing): Why | undefined {
    if (fence.id !== from.id && fence.id !== to.id) return undefined
    const other = fence.id === from.id ? to : from
    // A fence whose scope is too narrow would not count if it were sequentially consistent, either.
    const narrow = [
      [fence, other],
      [other, fence],
    ].find(([one, two]) => one !== undefined && two !== undefined && !includes(one.id, two.id))
    if (narrow?.[0] !== undefined && narrow[1] !== undefined)
      return { kind: 'scope', event: narrow[0].id, other: narrow[1].id }
    return [fence, other].every(({ sets }) => sets.includes('SC'))
      ? undefined
      : { kind: 'not sequentially consistent', other: other.id }
  }

  function ofRelease(fence: Event, first: MemoryEvent, last: MemoryEvent, missing: Missing): Why | undefined {
    const { from, to, additions } = missing
    const isMissing = additions.some(({ kind }) => kind === 'release')
    if (fence.id > from.id)
      return isMissing ? { kind: 'wrong side of the signal', of: 'release', signal: from.id } : undefined
    if (!isAfter(first.id, fence.id)) {
      if (!isMissing) return undefined
      if (threadOf(fence) === threadOf(first)) return { kind: 'wrong side', of: 'release', access: first.id }
      const step = executed.find(
        (one) => threadOf(one) === threadOf(fence) && one.id > fence.id && isAfter(first.id, one.id),
      )
      return step && { kind: 'wrong side of a step', of: 'release', step: step.id, access: first.id }
    }
    if (!fence.sets.some((set) => set === 'REL' || set === 'ACQ_REL')) return { kind: 'one way', of: 'acquire' }
    return otherWhy(fence, missing, 'release') ?? partner(additions, 'acquire', to, last)
  }

  function ofAcquire(fence: Event, first: MemoryEvent, last: MemoryEvent, missing: Missing): Why | undefined {
    const { from, to, additions } = missing
    const isMissing = additions.some(({ kind }) => kind === 'acquire')
    if (fence.id < to.id)
      return isMissing ? { kind: 'wrong side of the signal', of: 'acquire', signal: to.id } : undefined
    if (!before(fence.id, last.id)) {
      if (!isMissing) return undefined
      if (threadOf(fence) === threadOf(last)) return { kind: 'wrong side', of: 'acquire', access: last.id }
      const step = executed.findLast(
        (one) => threadOf(one) === threadOf(fence) && one.id < fence.id && before(one.id, last.id),
      )
      return step && { kind: 'wrong side of a step', of: 'acquire', step: step.id, access: last.id }
    }
    if (!fence.sets.some((set) => set === 'ACQ' || set === 'ACQ_REL')) return { kind: 'one way', of: 'release' }
    return otherWhy(fence, missing, 'acquire') ?? partner(additions, 'release', from, first)
  }

  /** Returns what is wrong with the signal by which a fence at the right place should synchronise. */
  function otherWhy(fence: Event, missing: Missing, of: 'release' | 'acquire'): Why | undefined {
    const { from, to, additions } = missing
    const strong = additions.find(({ kind }) => kind === 'strong')
    if (strong?.kind === 'strong') return { kind: 'weak', access: strong.event, of }
    const [near, far] = of === 'release' ? [from, to] : [to, from]
    const narrow = narrowAmong(additions, [fence.id, near.id], far) ?? narrowAmong(additions, [far.id], near)
    if (narrow !== undefined) return narrow
    const observed = additions.find(({ kind }) => kind === 'observed')
    if (observed?.kind !== 'observed') return undefined
    const { write, read } = observed
    const source = execution.rf.find(([, reader]) => reader === read)?.[0]
    return { kind: 'not observed', write, read, from: source }
  }

  function narrowAmong(additions: readonly Addition[], among: readonly number[], other: Event): Why | undefined {
    const narrow = among.find((id) =>
      additions.some((one) => one.kind === 'scope' && one.event === id && !includes(id, other.id)),
    )
    return narrow === undefined ? undefined : { kind: 'scope', event: narrow, other: other.id }
  }

  function partner(
    additions: readonly Addition[],
    lacks: 'release' | 'acquire',
    signal: Event,
    access: MemoryEvent,
  ): Why | undefined {
    const isMissing = additions.some(({ kind }) => kind === lacks)
    return isMissing ? { kind: 'no partner', lacks, signal: signal.id, access: access.id } : undefined
  }

  function includes(one: number, other: number): boolean {
    const [event, there] = [graph.events[one], graph.events[other]]
    return event !== undefined && there !== undefined && scopeIncludes(graph.program, event, there, position)
  }

  function isSamePlace(one: MemoryEvent, other: MemoryEvent): boolean {
    const [here, there] = [placeIn(one, execution), placeIn(other, execution)]
    return here?.location === there?.location && here?.offset === there?.offset
  }
}

/** Returns whether an event is a fence of memory, not of a proxy or of one state space. */
const isMemoryFence = (event: Event): boolean => event.kind === 'fence' && isStrong(event)

/** Returns the event with an addition. */
function added(event: Event, addition: Addition): Event {
  if (addition.kind === 'observed' || addition.kind === 'fence order' || addition.event !== event.id) return event
  return { ...event, sets: setsWith(event, addition.kind) }
}

function setsWith({ sets }: Event, kind: 'scope' | 'strong' | 'release' | 'acquire'): readonly BaseSet[] {
  switch (kind) {
    case 'scope':
      return [...sets.filter((set) => !scopes.includes(set)), 'SYS']
    case 'strong':
      return [...sets, 'RLX', 'SYS']
    case 'release':
      return [...sets.filter((set) => set !== 'RLX'), 'REL']
    case 'acquire':
      return [...sets.filter((set) => set !== 'RLX'), 'ACQ']
  }
}

const scopes: readonly BaseSet[] = ['CTA', 'CLUSTER', 'GPU', 'SYS']
