/** Explains in words why two accesses are not ordered although something seems to order them. */

import type { Shortfall } from '../encoder/decide/shortfalls.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import { isCompiled } from '../litmus/program.js'
import { lineText } from '../source/line.js'
import { must } from '../source/must.js'
import { writtenAt } from '../source/text.js'
import { originOf } from './event.js'
import { scopeOf } from './qualifiers.js'

/** Writes `the wait at line 8, \`cp.async.bulk.wait_group.read 0\`, is for the reads only`. */
export function shortfallText(graph: EventGraph, one: Shortfall): string {
  const at = (id: number): string => `at ${instructionAt(graph, id)},`
  // A thread waits for groups of its own, so that its name would say nothing.
  const ofIssuer = (id: number): string => `at ${lineAt(graph, id)}, \`${textAt(graph, id)}\`,`
  switch (one.kind) {
    case 'reads only':
      return `the wait ${ofIssuer(one.wait)} is for the reads only`
    case 'pending':
      return `the wait ${ofIssuer(one.wait)} lets the operation be pending`
    case 'completion':
      return `the wait ${at(one.wait)} observes the completion of the copy ${at(one.issue)} which carries what the copy wrote, and not what its thread did before it`
    case 'relaxed':
      return `the arrive ${at(one.arrival)} does not release, so the wait ${at(one.wait)} does not synchronise with it`
    case 'scope': {
      const { narrow, arrival, wait } = one
      const whose = [
        ...(narrow.includes(arrival) ? [`of the arrive ${at(arrival)} ${scopeText(graph, arrival)},`] : []),
        ...(narrow.includes(wait) ? [`of the wait ${at(wait)} ${scopeText(graph, wait)},`] : []),
      ]
      return `the scope ${whose.join(' and ')} leaves the other CTA out`
    }
  }
}

const scopeText = ({ events }: EventGraph, id: number): string => `.${scopeOf(must(events[id], 'an event').sets)}`

/** Writes `line 8 of P0, \`cp.async.bulk.wait_group.read 0\``. */
export const instructionAt = (graph: EventGraph, id: number): string =>
  `${lineAt(graph, id)} of ${sourceOf(graph, id).thread.name}, \`${textAt(graph, id)}\``

const textAt = (graph: EventGraph, id: number): string => writtenAt(sourceOf(graph, id).instruction.span)

/** Writes `line 8`. */
export function lineAt(graph: EventGraph, id: number): string {
  const { thread, instruction } = sourceOf(graph, id)
  return lineText(instruction.span, isCompiled(thread))
}

const sourceOf = (graph: EventGraph, id: number): NonNullable<ReturnType<typeof originOf>> =>
  must(originOf(must(graph.events[id], 'an event of that number'), graph.program), 'the thread of an event')
