/** A witness as text: the threads side by side, then the relations and the final state. */

import type { Witness, WitnessEvent } from '../report/witness.js'
import { printable } from '../source/diagnostic.js'
import { eventName, pairText } from './event.js'
import {
  columnsOf,
  effectText,
  emptyRelations,
  finalTexts,
  isInitial,
  questionText,
  shownRelations,
  sourceText,
  titleText,
} from './shown.js'

/** Several lines, without one at the end that is empty. */
export function witnessText(witness: Witness): string {
  const { events, question } = witness
  const initial = events.filter(isInitial)
  return [
    titleText(witness),
    ...(question === null ? [] : [`  ${questionText(question)}`]),
    '',
    ...(initial.length === 0
      ? []
      : [`  ${initial.map((one) => `${eventName(one.id)}: ${sourceText(one)}`).join('   ')}`, '']),
    ...columns(witness),
    '',
    ...relationLines(witness),
    '',
    `  finally: ${finalTexts(witness).join('  ')}`,
  ].join('\n')
}

function columns(witness: Witness): readonly string[] {
  const cells = columnsOf(witness).map(({ name, thread, events }) => {
    const rows =
      thread === undefined
        ? events.map((event) => rowOf(event.text, [event]))
        : thread.instructions.map(({ text, events: ids }) =>
            rowOf(
              text,
              ids.flatMap((id) => witness.events[id] ?? []),
            ),
          )
    const widths = [0, 1].map((i) => Math.max(0, ...rows.map((row) => row[i]?.length ?? 0)))
    const lines = rows.map((row) =>
      row
        .map((part, i) => part.padEnd(widths[i] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    return [printable(name), ...lines]
  })
  const widths = cells.map((lines) => Math.max(...lines.map((line) => line.length)))
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, i) =>
    `  ${cells.map((lines, column) => (lines[i] ?? '').padEnd(widths[column] ?? 0)).join(' | ')}`.trimEnd(),
  )
}

/** The instruction under the names of its events, and what they did. */
function rowOf(text: string, events: readonly WitnessEvent[]): readonly [string, string] {
  const [first] = events
  const source = first === undefined ? text : `${events.map(({ id }) => eventName(id)).join(',')}: ${sourceText(first)}`
  return [
    source,
    events
      .map(effectText)
      .filter((one) => one !== '')
      .join(', '),
  ]
}

/** A line for each relation; if nothing synchronises, that is said. */
function relationLines(witness: Witness): readonly string[] {
  const relations = [...shownRelations(witness), ...emptyRelations(witness).map((name) => ({ name, pairs: [] }))]
  const width = Math.max(0, ...relations.map(({ name }) => name.length))
  const lines = relations.map(
    ({ name, pairs }) => `  ${name.padEnd(width)}  ${pairs.map(([a, b]) => pairText(a, b)).join(', ') || 'none'}`,
  )
  const synchronises = relations.some(({ name }) => witness.synchronisation.includes(name))
  return synchronises ? lines : [...lines, '  no synchronisation']
}
