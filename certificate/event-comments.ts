/** The events of a problem, as its comments name them: variables are named after their numbers. */

import { type Event, type EventGraph, isMemory } from '../encoder/events/graph/event.js'
import { formatPlace } from '../source/diagnostic.js'
import { writtenAt } from '../source/text.js'
import { accessedName, accessText, originOf } from '../witness/event.js'

/** Returns a line for each event: `event 3: P0 at a.litmus:4:2: st.relaxed.gpu [x], 1: W x`. */
export const eventComments = (graph: EventGraph): readonly string[] =>
  graph.events.map((event) => `event ${event.id}: ${description(event, graph)}`.replaceAll(/\s+/g, ' '))

function description(event: Event, graph: EventGraph): string {
  const access = isMemory(event) ? [accessText(event.kind, accessedName(event, graph), undefined)] : []
  const origin = originOf(event, graph.program)
  if (origin === undefined) return access.length === 0 ? event.kind : `initial ${access.join('')}`
  const { thread, instruction } = origin
  return [`${thread.name} at ${formatPlace(instruction.span)}`, writtenAt(instruction.span), ...access].join(': ')
}
