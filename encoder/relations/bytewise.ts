/** The relations between bytes rather than whole accesses, where accesses overlap partially (ISA 8.9.6, 8.9.7). */

import { must } from '../../source/must.js'
import { accessAt, type EventGraph } from '../events/graph/event.js'
import { covers, isSplit } from '../events/memory/parts.js'
import { overlapping, together } from '../events/memory/places.js'
import type { Predicate } from '../values/expression.js'
import type { Logic } from '../values/logic.js'
import type { Chosen } from './chosen.js'
import { type Relation, relationAlgebra } from './relation.js'

/**
 * Returns pairs from a read to the writes that follow what it reads only in bytes that they do not have in common. It
 * is empty unless some access covers several cells.
 */
export function otherBytes<B>(
  graph: EventGraph,
  { rf, parts, co }: Pick<Chosen<B>, 'rf' | 'parts' | 'co'>,
  truth: (predicate: Predicate) => B,
  logic: Logic<B>,
): Relation<B> {
  const { and, or, ff } = logic
  const { empty, inverse, sequence, difference, fromPairs } = relationAlgebra(graph.events.length, logic)
  if (!graph.mixed) return empty
  const readFrom = inverse(rf)
  const rows = graph.events.map(() => new Map<number, B>())
  const add = (read: number, write: number, when: B): void => {
    const row = must(rows[read], 'a row for each event')
    if (when !== ff) row.set(write, or(row.get(write) ?? ff, when))
  }
  for (const event of graph.events) {
    if (event.kind !== 'read') continue
    if (isSplit(graph, event)) {
      for (const { write, cell, when } of parts.filter(({ read }) => read === event.id))
        for (const [later, follows] of co[write] ?? [])
          add(event.id, later, and(and(when, follows), truth(covers(graph, accessAt(graph, later), cell))))
    } else {
      for (const [write, when] of readFrom[event.id] ?? [])
        for (const [later, follows] of co[write] ?? [])
          add(event.id, later, and(and(when, follows), truth(together(event, accessAt(graph, later), overlapping))))
    }
  }
  const fromReads = fromPairs(
    rows.flatMap((row, read) => [...row].map(([write, when]) => [read, write, when] as const)),
  )
  return difference(sequence(readFrom, co), fromReads)
}
