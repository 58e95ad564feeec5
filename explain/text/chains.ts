/** Writes chains as text: each event, and in words how it leads to the next. */

import type { EventGraph } from '../../encoder/events/graph/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { printable } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { eventLines, eventName, taskText } from '../../witness/event.js'
import type { Chain, ChainStep } from '../derive.js'

/** Returns each event on a line, and between two of them how one leads to the other. */
export function chainLines(graph: EventGraph, execution: Execution, chain: Chain): readonly string[] {
  const [first] = chain
  if (first === undefined) return []
  const linesOf = (event: number): readonly string[] => eventLines(graph, event, execution).map((line) => `  ${line}`)
  return [...linesOf(first.from), ...chain.flatMap((step) => [...stepLines(graph, step), ...linesOf(step.to)])]
}

const stepLines = (graph: EventGraph, step: ChainStep): readonly string[] => [
  `      ${meaning(step)}`,
  ...reasons(graph, step).map((line) => `        ${line}`),
]

function meaning({ relation, reading, inverse }: ChainStep): string {
  const name = `${relation}${inverse ? '^-1' : ''}`
  const words = inverse ? reading.backwards : reading.words
  return words === undefined ? `is in ${name} with` : `${words}  (${name})`
}

/** Returns the reasons for a step. */
function reasons(graph: EventGraph, { reading, because }: ChainStep): readonly string[] {
  if (reading.shown === 'whole' || because.length === 0) return []
  if (reading.shown === 'spelt out') return because.map(part)
  return [`by ${because.map((step) => shortStep(graph, step)).join(', ')}`]
}

/** Writes a step: `release pattern e3`, `observed: e4 reads from e3`. */
const part = (step: ChainStep): string => {
  const { called, backwards } = step.reading
  if (called !== undefined) return `${called} ${ends(step)}`
  return backwards === undefined
    ? `${step.relation} ${ends(step)}`
    : `observed: ${eventName(step.to)} ${backwards} ${eventName(step.from)}`
}

const ends = ({ from, to }: ChainStep): string => [...new Set([from, to])].map(eventName).join(', ')

/** Writes `e3 po e4`; what a task does is reported beside it: `e4 api e20 (foo1 ends)`. */
function shortStep({ program, events }: EventGraph, { from, to, relation, inverse }: ChainStep): string {
  const event = must(events[to], 'the event that a step leads to')
  const does = event.kind === 'task' ? ` (${taskText(event, program)})` : ''
  return `${eventName(from)} ${relation}${inverse ? '^-1' : ''} ${eventName(to)}${printable(does)}`
}
