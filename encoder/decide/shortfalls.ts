/**
 * Explains why two accesses are not ordered although a wait, or a synchronisation through an mbarrier, seems to order
 * them (ISA, async groups, `mbarrier`).
 */

import type { RaceRelations } from '../../axioms/algebra/roles.js'
import type { Event, EventGraph, GuardedPair } from '../events/graph/event.js'
import { positionBy, scopeIncludes } from '../events/graph/scopes.js'
import type { Execution } from '../execution/execution.js'
import { inBits } from '../execution/in-bits.js'
import { truthIn } from '../execution/replay.js'

/** The missing step, by the ids of events. */
export type Shortfall =
  /** The wait is for the reads of the operation, and the operation writes. */
  | { readonly kind: 'reads only'; readonly wait: number }
  /** The wait lets the group of the operation be pending, or the operation is in no group. */
  | { readonly kind: 'pending'; readonly wait: number }
  /** The scopes of an arrival and of the wait that returns true by it: those that do not include the other thread. */
  | { readonly kind: 'scope'; readonly narrow: readonly number[]; readonly arrival: number; readonly wait: number }
  /** A wait that observes the completion of a copy, which carries nothing that its issuer did before. */
  | { readonly kind: 'completion'; readonly issue: number; readonly wait: number }
  /** An arrival that does not release, and the event that it should have released. */
  | { readonly kind: 'relaxed'; readonly arrival: number; readonly wait: number }

/** Returns the missing steps between an access or an operation and an access that should come after it. */
export function shortfallsIn(
  graph: EventGraph,
  execution: Execution,
  relations: RaceRelations,
): (first: number, last: number) => readonly Shortfall[] {
  const { ms, baseCause } = relations
  const position = positionBy(relations)
  const { holds: isIn } = inBits(graph, execution)
  const truth = truthIn(execution)
  const { events } = graph
  const holds = (pairs: readonly GuardedPair[], from: number, to: number): boolean =>
    pairs.some(([a, b, when]) => a === from && b === to && truth(when))
  const before = (a: number, b: number): boolean => a === b || (baseCause !== undefined && isIn(baseCause, a, b))
  const executed = events.filter(({ id }) => execution.executed[id])
  return (first, last) => [
    ...insufficientWait(first, last),
    ...insufficientArrival(first, last),
    ...completionOnly(first, last),
  ]

  /** Returns the last wait of the issuing thread for groups that comes in between. */
  function insufficientWait(first: number, last: number): readonly Shortfall[] {
    const issue = graph.issue.find(([, operation]) => operation === first)?.[0]
    if (issue === undefined) return []
    const issued = events[issue]
    const operations = graph.issue.flatMap(([from, operation]) => (from === issue ? [operation] : []))
    if (operations.some((one) => events[one]?.sets.includes('MBAR'))) return []
    const isOfThread = ({ origin }: Event): boolean => origin?.thread === issued?.origin?.thread
    const wait = executed.findLast(
      (one) => one.kind === 'wait' && isOfThread(one) && before(issue, one.id) && before(one.id, last),
    )
    if (wait === undefined || !isOfKind(graph, wait, issued)) return []
    if (holds(graph.completed, first, wait.id)) return []
    const isRead = operations.some((one) => holds(graph.completed, one, wait.id))
    return [{ kind: isRead ? 'reads only' : 'pending', wait: wait.id }]
  }

  /**
   * Returns the first arrival after the one event and wait before the other that do not synchronise although the wait
   * observes the arrival.
   */
  function insufficientArrival(first: number, last: number): readonly Shortfall[] {
    const arrivals = executed.filter(
      ({ id, kind, sets }) => kind === 'write' && sets.includes('MBAR') && !sets.includes('INIT') && before(first, id),
    )
    for (const { id: arrival, ...event } of arrivals) {
      const observers = observersOf(arrival)
      for (const wait of executed) {
        if (!observers.has(wait.id) || !isWait(graph, wait) || !before(wait.id, last)) continue
        if (!event.sets.includes('REL')) return [{ kind: 'relaxed', arrival, wait: wait.id }]
        if (isIn(ms, arrival, wait.id)) continue
        const pair = [
          [arrival, wait.id],
          [wait.id, arrival],
        ] as const
        const narrow = pair.flatMap(([one, other]) => (includes(one, other) ? [] : [one]))
        if (narrow.length > 0) return [{ kind: 'scope', narrow, arrival, wait: wait.id }]
      }
    }
    return []
  }

  /** Returns a copy that is issued after the one event, and whose completion a wait before the other observes. */
  function completionOnly(first: number, last: number): readonly Shortfall[] {
    for (const [issue, operation] of graph.issue) {
      const completes = events[operation]?.kind === 'write' && events[operation].sets.includes('MBAR')
      if (!completes || first === operation || issue === first || !before(first, issue)) continue
      const observers = observersOf(operation)
      const wait = executed.find((one) => observers.has(one.id) && isWait(graph, one) && before(one.id, last))
      if (wait !== undefined) return [{ kind: 'completion', issue, wait: wait.id }]
    }
    return []
  }

  function includes(one: number, other: number): boolean {
    const [event, there] = [events[one], events[other]]
    return event !== undefined && there !== undefined && scopeIncludes(graph.program, event, there, position)
  }

  /** Returns the reads that observe a write, through atomics between them. */
  function observersOf(write: number): ReadonlySet<number> {
    const observers = new Set<number>()
    const open = [write]
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      for (const [by, read] of execution.rf) {
        if (by !== from || observers.has(read)) continue
        observers.add(read)
        for (const [old, changed, when] of graph.rmw) if (old === read && truth(when)) open.push(changed)
      }
    }
    return observers
  }
}

/** Returns whether the wait is for what the other event issues: `cp.async`, bulk operations, or those of `wgmma`. */
function isOfKind({ program }: EventGraph, wait: Event, issued: Event | undefined): boolean {
  const [waiting, copy] = [wait, issued].map((one) => {
    const at = one?.origin
    return at && program.threads[at.thread]?.instructions[at.instruction]
  })
  if (waiting?.kind !== 'async-group') return false
  if (copy?.kind === 'wgmma') return waiting.of === 'wgmma'
  return copy?.kind === 'async-copy' && waiting.of === (copy.bulk ? 'bulk' : 'cp.async')
}

/** Returns whether an event is a wait at an mbarrier. */
export function isWait({ program }: EventGraph, { origin, kind }: Event): boolean {
  const one = origin && program.threads[origin.thread]?.instructions[origin.instruction]
  return kind === 'read' && one?.kind === 'mbarrier' && one.waitsFor !== undefined
}
