/** The assumptions of answers that the ISA does not promise on every system, for documents and texts. */

import { type Event, type EventGraph, isMemory, type MemoryEvent } from '../encoder/events/graph/event.js'
import { overlapping, together } from '../encoder/events/memory/places.js'
import { never } from '../encoder/values/expression.js'
import { threadAt } from '../litmus/program.js'
import type { AssumptionReport } from '../report/parts.js'
import { formatPlace, printable } from '../source/diagnostic.js'
import type { Span } from '../source/text.js'
import { originOf } from './event.js'
import { placedAt, placesText } from './source.js'

/** Returns the assumptions on which the answers about a program rest. */
export function assumptionReportOf(graph: EventGraph): AssumptionReport {
  const assumptions = [...atomicsWithHost(graph), ...wholeObjects(graph)]
  return assumptions.length === 0 ? {} : { assumptions }
}

type Assumption = NonNullable<AssumptionReport['assumptions']>[number]

/**
 * Returns the assumption that atomics are atomic with what the host does. Source: ISA 8.1.1, "certain strong operations with
 * system scope may not be performed atomically on some systems" when they communicate with the host. So the places of
 * `.sys` atomics by threads of a GPU are listed here, if the host also accesses their memory.
 */
function atomicsWithHost(graph: EventGraph): readonly Assumption[] {
  const { events, program, rmw } = graph
  if (program.host === undefined) return []
  const isOfHost = ({ origin }: Event): boolean =>
    origin !== undefined && threadAt(program.threads, origin.thread).kind === 'host'
  const byHost = events.filter((event): event is MemoryEvent => isMemory(event) && isOfHost(event))
  const atomics = rmw.flatMap(([read]) => {
    const event = events[read]
    if (event === undefined || !isMemory(event) || isOfHost(event) || !event.sets.includes('SYS')) return []
    return byHost.some((other) => together(event, other, overlapping) !== never) ? [event] : []
  })
  const spans = atomics.flatMap((event) => originOf(event, program)?.instruction.span ?? [])
  if (spans.length === 0) return []
  const what = 'a `.sys` atomic is atomic with what the host does, which some systems do not guarantee'
  return [{ what, section: '8.1.1', places: placesOf(spans) }]
}

/**
 * Returns the assumption about instructions of which it is not known which bytes they access: because lanes that give
 * addresses are left out, or because an address, a size or a stride depends on what is read.
 */
function wholeObjects({ program, widened }: EventGraph): readonly Assumption[] {
  const spans = widened.flatMap(({ thread, instruction, when }) =>
    when === never ? [] : (threadAt(program.threads, thread).instructions[instruction]?.span ?? []),
  )
  if (spans.length === 0) return []
  const what = 'an instruction accesses the whole of an object if it is not known which bytes it accesses'
  return [{ what, section: '9.7.16', places: placesOf(spans) }]
}

/** Returns each place once. */
const placesOf = (spans: readonly Span[]): Assumption['places'] => [
  ...new Map(spans.map((span) => [formatPlace(span), placedAt(span)])).values(),
]

/** Writes a line for each assumption and the instructions that it concerns. */
export const assumptionTexts = ({ assumptions = [] }: AssumptionReport): readonly string[] =>
  assumptions.map(({ what, section, places }) =>
    printable(`assumes that ${what} (ISA ${section}): ${placesText(places)}`),
  )
