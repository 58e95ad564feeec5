/**
 * Explains why accesses race that a program seems to order: the missing steps between asynchronous operations, and at
 * mbarriers.
 */

import type { RaceRelations } from '../axioms/algebra/roles.js'
import { type Shortfall, shortfallsIn } from '../encoder/decide/shortfalls.js'
import { type EventGraph, isCounting, type MemoryEvent } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { interpretation } from '../encoder/execution/replay.js'

/** The reasons why accesses are not ordered. */
export type Cause =
  | Shortfall
  /**
   * There is no fence of the async proxy between them, or only the listed ones, which do not apply to the memory or are
   * in another CTA.
   */
  | { readonly kind: 'no fence'; readonly first: number; readonly last: number; readonly useless: readonly number[] }
  /** The last comes after the issue of the operation, and does not wait for it. */
  | { readonly kind: 'early'; readonly operation: number; readonly access: number }

/** Returns the causes of races in one execution. */
export function causesIn(
  graph: EventGraph,
  execution: Execution,
  relations: RaceRelations,
): (a: MemoryEvent, b: MemoryEvent) => readonly Cause[] {
  const { baseCause } = relations
  const concerned = graph.issue.length > 0 || graph.events.some(isCounting)
  if (!concerned || baseCause === undefined) return () => []
  const { relation } = interpretation(graph, execution)
  const shortfalls = shortfallsIn(graph, execution, relations)
  const before = (a: number, b: number): boolean => relation(baseCause)[a]?.get(b) === true
  const isBulk = ({ sets }: MemoryEvent): boolean => sets.includes('ASYNC')

  return (a, b) => {
    if (before(a.id, b.id)) return unfenced(a, b)
    if (before(b.id, a.id)) return unfenced(b, a)
    return [...early(a, b), ...early(b, a), ...shortfalls(a.id, b.id), ...shortfalls(b.id, a.id)]
  }

  function unfenced(first: MemoryEvent, last: MemoryEvent): readonly Cause[] {
    if (!isBulk(last)) return []
    const fences = graph.events.filter(
      ({ id, kind, sets }) => kind === 'fence' && sets.includes('ASYNC') && before(first.id, id) && before(id, last.id),
    )
    return [{ kind: 'no fence', first: first.id, last: last.id, useless: fences.map(({ id }) => id) }]
  }

  function early(operation: MemoryEvent, access: MemoryEvent): readonly Cause[] {
    const isIssued = graph.issue.some(([issue, one]) => one === operation.id && before(issue, access.id))
    return isIssued ? [{ kind: 'early', operation: operation.id, access: access.id }] : []
  }
}
