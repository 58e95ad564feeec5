/** Describes unknown values in words. */

import type { EventGraph, UnknownValue } from '../encoder/events/graph/event.js'
import { bytesName } from '../encoder/events/memory/names.js'
import { threadAt } from '../litmus/program.js'
import type { UnknownReport, UnknownSource } from '../report/parts.js'
import { formatPlace } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { writtenAt } from '../source/text.js'
import { sourceAt } from './source.js'

/** Returns the unknown values on which an answer may depend, for documents. */
export const unknownReportOf = (graph: EventGraph, unknowns: readonly number[]): UnknownReport =>
  unknowns.length === 0
    ? {}
    : { unknown: unknowns.map((id) => unknownOf(graph, must(graph.unknowns[id], 'an unknown value'))) }

/** Returns the origin of such a value. */
export function unknownOf({ program }: Pick<EventGraph, 'program'>, value: UnknownValue): UnknownSource {
  const { from } = value
  if (value.from === 'memory') {
    const { location, element } = value
    const { name, type } = must(program.locations[location], 'a location')
    const bytes = type.width / 8
    const { span } = must(
      program.variables.find((one) => one.name === name),
      'a variable',
    )
    const what = bytesName(program, { location, offset: element * bytes, bytes })
    return { from, thread: null, what, place: formatPlace(span) }
  }
  const { name, span, instructions } = threadAt(program.threads, value.thread)
  if (value.from === 'register') return { from, thread: name, what: value.register, place: formatPlace(span) }
  const at = must(instructions[value.instruction], 'the instruction of a value').span
  return { from, thread: name, what: writtenAt(at), place: formatPlace(at), ...sourceAt(at) }
}
