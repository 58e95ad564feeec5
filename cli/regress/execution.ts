/** Renders an execution as lines of text. */

import type { EventGraph } from '../../encoder/events/graph/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { finalMemory } from '../../witness/build.js'
import { eventLine, eventName } from '../../witness/event.js'

/**
 * Renders the events of an execution, with the initial writes that are read; reads-from; coherence between writes of
 * the program; Fence-SC order; and the final values.
 */
export function witnessLines(graph: EventGraph, execution: Execution): readonly string[] {
  const { events } = graph
  const { executed, rf, co, sync_fence } = execution
  const initial = new Set(
    events.flatMap(({ id, kind, origin }) => (kind === 'write' && origin === undefined ? [id] : [])),
  )
  const isRead = (id: number): boolean => rf.some(([write]) => write === id)
  const shown = events.filter(
    ({ id, kind }) => executed[id] === true && kind !== 'task' && (!initial.has(id) || isRead(id)),
  )
  const order = (name: string, pairs: Execution['co']): readonly string[] =>
    pairs.length === 0 ? [] : [`${name}: ${pairs.map(([a, b]) => `${eventName(a)} → ${eventName(b)}`).join(', ')}`]
  const final = finalMemory(graph, execution).map(({ location, value }) => `${location} = ${value}`)
  return [
    ...shown.map(({ id }) => eventLine(graph, id, execution)),
    ...order('rf', rf),
    ...order(
      'co',
      co.filter(([before]) => !initial.has(before)),
    ),
    ...order('sync_fence', sync_fence),
    `final: ${final.join(', ')}`,
  ]
}
