/**
 * Explains why accesses race that a program seems to order: the missing steps between asynchronous operations, and at
 * mbarriers.
 */

import type { RaceRelations } from '../axioms/algebra/roles.js'
import { isWait, type Shortfall, shortfallsIn } from '../encoder/decide/shortfalls.js'
import { leadersOf } from '../encoder/events/barriers/leaders.js'
import { type EventGraph, isCounting, type MemoryEvent } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { inBits } from '../encoder/execution/in-bits.js'
import { truthIn } from '../encoder/execution/replay.js'
import type { TensorCause } from './tensor-causes.js'

/** The reasons why accesses are not ordered. */
export type Cause =
  | Shortfall
  | TensorCause
  /**
   * There is no fence of the async proxy between them, or only the listed ones, which do not apply to the memory or are
   * in another CTA.
   */
  | { readonly kind: 'no fence'; readonly first: number; readonly last: number; readonly useless: readonly number[] }
  /** The last comes after the issue of the operation, and does not wait for it. */
  | { readonly kind: 'early'; readonly operation: number; readonly access: number }
  /**
   * The same for an operation of a warpgroup: the thread that issues it hands its matrices over, or accesses them, before it has waited.
   * `pending` is the number of groups that a wait before that may leave; undefined if the operation is not yet in one.
   */
  | {
      readonly kind: 'handed over'
      readonly operation: number
      readonly access: number
      readonly by: number
      readonly pending: number | undefined
    }
  /**
   * The thread of the access waits at an mbarrier before it, but the arrivals that end the wait are not of the
   * warpgroup of the operation.
   */
  | {
      readonly kind: 'others arrive'
      readonly operation: number
      readonly access: number
      readonly wait: number
      readonly arrivals: readonly number[]
    }
  /** The access comes before the issue of the operation, but before no fence that orders it with the operation. */
  | { readonly kind: 'no order'; readonly access: number; readonly operation: number; readonly fence?: number }

/** Returns the causes of races in one execution. */
export function causesIn(
  graph: EventGraph,
  execution: Execution,
  relations: RaceRelations,
): (a: MemoryEvent, b: MemoryEvent) => readonly Cause[] {
  const { baseCause } = relations
  const concerned = graph.issue.length > 0 || graph.events.some(isCounting)
  if (!concerned || baseCause === undefined) return () => []
  const { holds } = inBits(graph, execution)
  const truth = truthIn(execution)
  const executed = graph.events.filter(({ id }) => execution.executed[id])
  const isOperation = new Set(graph.issue.map(([, operation]) => operation))
  const shortfalls = shortfallsIn(graph, execution, relations)
  const before = (a: number, b: number): boolean => holds(baseCause, a, b)
  const isBulk = ({ sets }: MemoryEvent): boolean => sets.includes('ASYNC')

  return (a, b) => {
    if (before(a.id, b.id)) return unfenced(a, b)
    if (before(b.id, a.id)) return unfenced(b, a)
    return [
      ...early(a, b),
      ...early(b, a),
      ...unordered(a, b),
      ...unordered(b, a),
      ...notAwaited(a, b),
      ...notAwaited(b, a),
      ...shortfalls(a.id, b.id),
      ...shortfalls(b.id, a.id),
    ]
  }

  function unfenced(first: MemoryEvent, last: MemoryEvent): readonly Cause[] {
    if (!isBulk(last)) return []
    const fences = graph.events.filter(
      ({ id, kind, sets }) => kind === 'fence' && sets.includes('ASYNC') && before(first.id, id) && before(id, last.id),
    )
    return [{ kind: 'no fence', first: first.id, last: last.id, useless: fences.map(({ id }) => id) }]
  }

  function early(operation: MemoryEvent, access: MemoryEvent): readonly Cause[] {
    const issue = issuesOf(operation).find((issue) => before(issue, access.id))
    if (issue === undefined) return []
    const pair = { operation: operation.id, access: access.id }
    const by = operation.sets.includes('WGMMA') ? lastBefore(issue, access.id) : undefined
    return by === undefined
      ? [{ kind: 'early', ...pair }]
      : [{ kind: 'handed over', ...pair, by, pending: groupsBetween(issue, by) }]
  }

  function unordered(access: MemoryEvent, operation: MemoryEvent): readonly Cause[] {
    if (!operation.sets.includes('WGMMA')) return []
    const issue = issuesOf(operation).find((issue) => before(access.id, issue))
    if (issue === undefined) return []
    const fence = executed.find(
      ({ id, kind, sets, origin }) =>
        kind === 'fence' && sets.includes('WGMMA') && isOfThread(origin, issue) && before(access.id, id) && id < issue,
    )
    const pair = { access: access.id, operation: operation.id }
    return [{ kind: 'no order', ...pair, ...(fence === undefined ? {} : { fence: fence.id }) }]
  }

  function notAwaited(operation: MemoryEvent, access: MemoryEvent): readonly Cause[] {
    const thread = access.origin?.thread
    if (!operation.sets.includes('WGMMA') || thread === undefined) return []
    const wait = executed.findLast((one) => one.origin?.thread === thread && one.id < access.id && isWait(graph, one))
    const last = execution.rf.find(([, read]) => read === wait?.id)?.[0]
    if (wait === undefined || last === undefined) return []
    const earlier = new Set(execution.co.flatMap(([before, after]) => (after === last ? [before] : [])))
    const arrivals = executed.filter(
      (one) =>
        one.kind === 'write' &&
        isCounting(one) &&
        one.asynchronous === undefined &&
        !one.sets.includes('INIT') &&
        (one.id === last || earlier.has(one.id)),
    )
    const isAlone = arrivals.every(({ origin }) => origin?.thread === thread)
    if (isAlone || arrivals.some(({ origin }) => origin !== undefined && isOfWarpgroup(origin, operation))) return []
    const ids = arrivals.map(({ id }) => id)
    return [{ kind: 'others arrive', operation: operation.id, access: access.id, wait: wait.id, arrivals: ids }]
  }

  function isOfWarpgroup({ thread }: NonNullable<MemoryEvent['origin']>, { origin }: MemoryEvent): boolean {
    return origin !== undefined && leadersOf(graph.program, origin.thread)[0] === leadersOf(graph.program, thread)[0]
  }

  function issuesOf(operation: MemoryEvent): readonly number[] {
    return graph.issue.flatMap(([issue, one]) => (one === operation.id && execution.executed[issue] ? [issue] : []))
  }

  /** Returns the access itself, or the last event of the thread that issues an operation which comes before the access of another thread. */
  function lastBefore(issue: number, access: number): number | undefined {
    if (isOfThread(graph.events[access]?.origin, issue)) return access
    const own = executed.filter(({ id, origin, kind }) => id > issue && kind !== 'issue' && isOfThread(origin, issue))
    return own.findLast(({ id }) => before(id, access) && !isOperation.has(id))?.id
  }

  function isOfThread(origin: MemoryEvent['origin'], event: number): boolean {
    return origin?.thread === graph.events[event]?.origin?.thread
  }

  /** Returns how many groups a thread has committed between an operation, after its own group, and a later event. */
  function groupsBetween(issue: number, until: number): number | undefined {
    const thread = graph.events[issue]?.origin?.thread
    const commits = graph.commits.filter(
      (one) => one.thread === thread && one.before > issue && one.before <= until && truth(one.when),
    )
    return commits.length === 0 ? undefined : commits.length - 1
  }
}
