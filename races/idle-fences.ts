/** Finds the fences of an execution that do not order what its program seems to order by them. */

import { raceRelations } from '../axioms/algebra/roles.js'
import type { Model } from '../axioms/algebra/terms.js'
import { accessAt, type EventGraph, isMemory } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { must } from '../source/must.js'
import type { IdleFence } from './idle-fence.js'
import { idleMemoryFences } from './idle-memory-fences.js'
import { idleProxyFences } from './idle-proxy-fences.js'

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
  const between = idleMemoryFences(graph, execution, relations)
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
