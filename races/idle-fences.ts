/**
 * Finds why fences do not order two accesses. The missing steps of causality are found by adding them: what makes the
 * model order the accesses is what they lack.
 */

import type { BaseSet } from '../axioms/algebra/names.js'
import { type RaceRelations, raceRelations } from '../axioms/algebra/roles.js'
import type { Model } from '../axioms/algebra/terms.js'
import { accessAt, type Event, type EventGraph, isMemory, type MemoryEvent } from '../encoder/events/graph/event.js'
import { positionBy, scopeIncludes } from '../encoder/events/graph/scopes.js'
import type { Execution } from '../encoder/execution/execution.js'
import { inBits } from '../encoder/execution/in-bits.js'
import { placeIn } from '../encoder/execution/replay.js'
import { must } from '../source/must.js'

/** A fence that does not order two accesses, and why. Events are named by their ids. */
export interface IdleFence {
  readonly fence: number
  readonly why: Why
}

type Why =
  /** It comes before the access that it should release, or after the one that should come after it. */
  | { readonly kind: 'wrong side'; readonly of: 'release' | 'acquire'; readonly access: number }
  /** It comes before the step by which its thread learns of the access of another thread, or after the one by which it tells another thread. */
  | {
      readonly kind: 'wrong side of a step'
      readonly of: 'release' | 'acquire'
      readonly step: number
      readonly access: number
    }
  /** It comes after the write that others observe, or before the read that observes it. */
  | { readonly kind: 'wrong side of the signal'; readonly of: 'release' | 'acquire'; readonly signal: number }
  /** Its order is of the other kind. */
  | { readonly kind: 'one way'; readonly of: 'release' | 'acquire' }
  /** The scope of the fence, or of the access by which it releases or acquires, leaves a thread out. */
  | { readonly kind: 'scope'; readonly event: number; readonly other: number }
  /** A weak access takes no part in synchronisation. */
  | { readonly kind: 'weak'; readonly access: number; readonly of: 'release' | 'acquire' }
  /** The read that should observe the write reads from another one, or from the initial value. */
  | { readonly kind: 'not observed'; readonly write: number; readonly read: number; readonly from: number | undefined }
  /** The other thread does not release before its write, or does not acquire after its read. */
  | {
      readonly kind: 'no partner'
      readonly lacks: 'release' | 'acquire'
      readonly signal: number
      readonly access: number
    }
  /** It is in the right order, but the write that is observed, or the read that observes it, is of another thread. */
  | { readonly kind: 'other thread signals'; readonly of: 'release' | 'acquire'; readonly signal: number }
  /** A fence of another proxy than the one of the access. */
  | { readonly kind: 'other proxy'; readonly access: number }
  /** It is in a thread that makes neither of the two accesses, or not the one by the other proxy. */
  | { readonly kind: 'other thread'; readonly access: number }
  /** Fences of one thread each order a write before a later read only if both are sequentially consistent. */
  | { readonly kind: 'not sequentially consistent'; readonly other: number }

/** The events of a step that is missing, and what would add it. */
type Addition =
  | { readonly kind: 'scope' | 'strong' | 'release' | 'acquire'; readonly event: number }
  | { readonly kind: 'observed'; readonly write: number; readonly read: number }
  | { readonly kind: 'fence order'; readonly first: number; readonly second: number }

/** The most events of an execution that is examined, and the most pairs of a write and a read that may be missing. */
const [mostEvents, mostSignals] = [300, 24]

/** The most pairs of accesses that are examined. */
const mostPairs = 8

/**
 * Returns the fences that do not order racing accesses or, in an execution without races, a read and a write that it
 * misses. Each fence is named once.
 */
export function idleIn(
  graph: EventGraph,
  execution: Execution,
  model: Model,
  races: readonly { readonly events: readonly [number, number]; readonly baseCause: boolean }[],
): readonly IdleFence[] {
  const relations = raceRelations(model)
  if (relations === undefined) return []
  const between = idleFences(graph, execution, relations)
  const ofProxies = idleProxyFences(graph, execution, relations)
  const sources = new Map(execution.rf.map(([write, read]) => [read, write]))
  const isOverwritten = (write: number, later: number): boolean =>
    execution.co.some(([one, other]) => one === write && other === later)
  /** Returns the accesses in the order that the program intends: what is missed, or overwritten, comes first. */
  const inOrder = ([a, b]: readonly [number, number]): readonly [number, number] => {
    const [one, other] = [graph.events[a], graph.events[b]]
    if (one?.kind === 'read' && other?.kind === 'write') {
      const source = sources.get(a) ?? -1
      return source === b || isOverwritten(source, b) ? [b, a] : [a, b]
    }
    return [a, b]
  }
  const areApart = (a: number, b: number): boolean => {
    const [one, other] = [graph.events[a]?.origin?.thread, graph.events[b]?.origin?.thread]
    return one !== undefined && other !== undefined && one !== other
  }
  // What would be an objection of Causality, if it came in this order: a read misses a write, a write is overwritten by
  // an earlier one, a read reads from a later write.
  const missed = [
    ...[...sources].flatMap(([read, source]) =>
      execution.co.flatMap(([one, later]) => (one === source ? [[later, read] as const] : [])),
    ),
    ...execution.co.map(([one, later]) => [later, one] as const),
    ...[...sources].map(([read, source]) => [read, source] as const),
  ].filter(([a, b]) => areApart(a, b))
  const named = new Map<string, IdleFence>()
  const name = (some: readonly IdleFence[]): void => {
    for (const idle of some) {
      const key = textOf(graph, idle.fence)
      if (!named.has(key)) named.set(key, idle)
    }
  }
  if (races.length === 0) {
    const examined = missed.slice(0, mostPairs).map(
      ([a, b]) =>
        () =>
          between(accessAt(graph, a), accessAt(graph, b)),
    )
    for (const find of examined) if (named.size === 0) name(find())
  }
  const ofMemory = races.filter(({ events }) => events.every((id) => isMemory(must(graph.events[id], 'an event'))))
  for (const { events, baseCause } of ofMemory.slice(0, mostPairs)) {
    const [a, b] = baseCause ? events : inOrder(events)
    const [first, last] = [accessAt(graph, a), accessAt(graph, b)]
    name(baseCause ? ofProxies(first, last) : between(first, last))
  }
  return [...named.values()].toSorted((a, b) => a.fence - b.fence)
}

/** Returns what is equal for one fence of a text that several threads run. */
function textOf({ events, program }: EventGraph, id: number): string {
  const { thread = -1, instruction = -1 } = events[id]?.origin ?? {}
  const span = program.threads[thread]?.instructions[instruction]?.span
  return `${span?.source.name} ${span?.start} ${span?.end}`
}

/** Returns, for two accesses, of which the first should come before the other, the fences that do not order them. */
function idleFences(
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
    if (![fence, other].every(({ sets }) => sets.includes('SC')))
      return { kind: 'not sequentially consistent', other: other.id }
    const narrow = [
      [fence, other],
      [other, fence],
    ].find(([one, two]) => one !== undefined && two !== undefined && !includes(one.id, two.id))
    return narrow?.[0] && narrow[1] && { kind: 'scope', event: narrow[0].id, other: narrow[1].id }
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

const threadOf = ({ origin }: Event): number | undefined => origin?.thread

const orders: readonly BaseSet[] = ['RLX', 'ACQ', 'REL', 'ACQ_REL']

const isStrong = ({ sets }: Event): boolean => sets.some((set) => orders.includes(set))

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

/** The sets of the proxies that have fences of their own. */
const proxySets: readonly BaseSet[] = ['SUR', 'TEX', 'CON', 'ALIAS', 'ASYNC']

/** Returns, for two accesses that are ordered except across proxies, the proxy fences that do not order them. */
function idleProxyFences(
  graph: EventGraph,
  execution: Execution,
  { baseCause }: RaceRelations,
): (a: MemoryEvent, b: MemoryEvent) => readonly IdleFence[] {
  if (baseCause === undefined) return () => []
  const own = inBits(graph, execution)
  const before = (a: number, b: number): boolean => own.holds(baseCause, a, b)
  const fences = graph.events.filter(
    (one) =>
      one.kind === 'fence' &&
      execution.executed[one.id] === true &&
      !isStrong(one) &&
      one.sets.some((set) => proxySets.includes(set)),
  )
  return (a, b) => {
    const [first, last] = before(b.id, a.id) ? [b, a] : [a, b]
    const special = [first, last].find(({ sets }) => !sets.includes('GEN')) ?? last
    return fences.flatMap((fence): readonly IdleFence[] => {
      const why = whyOf(fence, first, last, special)
      return why === undefined ? [] : [{ fence: fence.id, why }]
    })
  }

  function whyOf(fence: Event, first: MemoryEvent, last: MemoryEvent, special: MemoryEvent): Why | undefined {
    const needed = special.sets.find((set) => proxySets.includes(set)) ?? 'ALIAS'
    if (!fence.sets.includes(needed)) return { kind: 'other proxy', access: special.id }
    const isBetween = before(first.id, fence.id) && before(fence.id, last.id)
    if (!isBetween) {
      const isBeside = (one: Event): boolean => execution.executed[one.id] === true && threadOf(one) === threadOf(fence)
      if (threadOf(fence) === threadOf(first)) {
        if (fence.id < first.id) return { kind: 'wrong side', of: 'release', access: first.id }
        const signal = graph.events.findLast((one) => isBeside(one) && one.id < fence.id && before(one.id, last.id))
        return signal && { kind: 'wrong side of the signal', of: 'release', signal: signal.id }
      }
      if (threadOf(fence) === threadOf(last)) {
        if (fence.id > last.id) return { kind: 'wrong side', of: 'acquire', access: last.id }
        const step = graph.events.find((one) => isBeside(one) && one.id > fence.id && before(first.id, one.id))
        return step && { kind: 'wrong side of the signal', of: 'acquire', signal: step.id }
      }
      return { kind: 'other thread', access: special.id }
    }
    // What is between the two by the async proxy has a sentence of its own.
    if (fence.sets.includes('ASYNC')) return undefined
    return threadOf(fence) === threadOf(special) ? undefined : { kind: 'other thread', access: special.id }
  }
}
