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

const meanings: ReadonlyMap<string, string> = new Map([
  ['po', 'comes before, in its thread'],
  ['rf', 'is read by'],
  ['co', 'is overwritten by'],
  ['fr', 'has read what is overwritten by'],
  ['sync', 'synchronises with'],
  ['sync_fence', 'comes before, in Fence-SC order'],
  ['api', 'is ordered by the runtime before'],
  ['to-own-end', 'is reconciled with the generic proxy by'],
  ['from-own-start', 'reconciles with its proxy'],
  ['preserved-api', 'has completed in an operation that ends before that of'],
  ['syncbar', 'arrives at the barrier that is waited for by'],
  ['cluster-sync', 'arrives at the barrier of the cluster that is waited for by'],
  ['clusterbar', 'arrives in the phase that is waited for by'],
  ['rmw', 'is one atomic with'],
  ['ms', 'is morally strong with'],
  ['data', 'gives the value for'],
  ['ctrl', 'decides about'],
  ['addr', 'gives the address for'],
])

function meaning({ relation, inverse }: Step): string {
  const name = `${relation}${inverse ? '^-1' : ''}`
  if (inverse && relation === 'rf') return `reads from  (${name})`
  if (inverse && relation === 'po') return `comes after, in its thread  (${name})`
  const words = inverse ? undefined : meanings.get(relation)
  return words === undefined ? `is in ${name} with` : `${words}  (${name})`
}

/** How synchronisation comes about; of other relations the steps. */
function reasons(graph: EventGraph, { relation, because }: Step): readonly string[] {
  if (relation === 'fr') return []
  if (relation !== 'sync')
    return because.length === 0 ? [] : [`by ${because.map((step) => shortStep(graph, step)).join(', ')}`]
  return because.map((step) => {
    if (step.relation === 'release-pattern') return `release pattern ${ends(step)}`
    if (step.relation === 'acquire-pattern') return `acquire pattern ${ends(step)}`
    return step.relation === 'rf'
      ? `observed: e${step.to} reads from e${step.from}`
      : `observed through the atomic ${ends(step)}`
  })
}

const ends = ({ from, to }: Step): string => (from === to ? `e${from}` : `e${from}, e${to}`)

/** `e3 po e4`; what a task does is told beside it: `e4 api e20 (foo1 ends)`. */
function shortStep({ program, events }: EventGraph, { from, to, relation, inverse }: Step): string {
  const event = events[to]
  const does = event?.kind === 'task' ? ` (${taskText(event, program)})` : ''
  return `e${from} ${relation}${inverse ? '^-1' : ''} e${to}${printable(does)}`
}
