/** Chains as text: each event, and in words how it leads to the next. */

import type { EventGraph } from '../../encoder/events/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { printable } from '../../source/diagnostic.js'
import { eventLine, taskText } from '../../witness/event.js'
import type { Chain, Step } from '../derive.js'

/** Each event on a line, and between two of them how the one leads to the other. */
export function chainLines(graph: EventGraph, execution: Execution, chain: Chain): readonly string[] {
  const [first] = chain
  if (first === undefined) return []
  return [
    `  ${eventLine(graph, first.from, execution)}`,
    ...chain.flatMap((step) => [...stepLines(graph, step), `  ${eventLine(graph, step.to, execution)}`]),
  ]
}

const stepLines = (graph: EventGraph, step: Step): readonly string[] => [
  `      ${meaning(step)}`,
  ...reasons(graph, step).map((line) => `        ${line}`),
]

function meaning({ relation, reading, inverse }: Step): string {
  const name = `${relation}${inverse ? '^-1' : ''}`
  const words = inverse ? reading.backwards : reading.words
  return words === undefined ? `is in ${name} with` : `${words}  (${name})`
}

/** How a step comes about. */
function reasons(graph: EventGraph, { reading, because }: Step): readonly string[] {
  if (reading.shown === 'whole' || because.length === 0) return []
  if (reading.shown === 'spelt out') return because.map(part)
  return [`by ${because.map((step) => shortStep(graph, step)).join(', ')}`]
}

/** A part of what is spelt out: `release pattern e3`, `observed: e4 reads from e3`. */
const part = (step: Step): string => {
  const { called, backwards } = step.reading
  if (called !== undefined) return `${called} ${ends(step)}`
  return backwards === undefined ? `${step.relation} ${ends(step)}` : `observed: e${step.to} ${backwards} e${step.from}`
}

const ends = ({ from, to }: Step): string => (from === to ? `e${from}` : `e${from}, e${to}`)

/** `e3 po e4`; what a task does is told beside it: `e4 api e20 (foo1 ends)`. */
function shortStep({ program, events }: EventGraph, { from, to, relation, inverse }: Step): string {
  const event = events[to]
  const does = event?.kind === 'task' ? ` (${taskText(event, program)})` : ''
  return `e${from} ${relation}${inverse ? '^-1' : ''} e${to}${printable(does)}`
}
