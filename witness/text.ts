/** A witness as text: the threads side by side, then the relations and the final state. */

import type { Witness } from '../report/witness.js'
import { printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { largest } from '../source/largest.js'
import { type Column, columnsOf } from './columns.js'
import { eventName, pairText } from './event.js'
import {
  besideTexts,
  effectsInRound,
  emptyRelations,
  finalTexts,
  isInitial,
  questionText,
  shownRelations,
  sourceText,
  titleText,
} from './shown.js'
import { quotation } from './source.js'

/** Several lines, without an empty one at the end. */
export function witnessText(witness: Witness): string {
  const { events } = witness
  const initial = events.filter(isInitial)
  return [
    titleText(witness),
    ...questionText(witness).map((line) => `  ${line}`),
    '',
    ...(initial.length === 0
      ? []
      : [`  ${initial.map((one) => `${eventName(one.id)}: ${sourceText(one)}`).join('   ')}`, '']),
    ...sideBySide(columnsOf(witness).map(linesOf)),
    '',
    ...relationLines(witness),
    '',
    ...besideTexts(witness).map((line) => `  ${line}`),
    `  finally: ${finalTexts(witness).join('  ')}`,
  ].join('\n')
}

function sideBySide(columns: readonly (readonly string[])[]): readonly string[] {
  const height = largest(columns.map((lines) => lines.length))
  const padded = columns.map((lines) => {
    const width = largest(lines.map((line) => line.length))
    return Array.from({ length: height }, (_, i) => (lines[i] ?? '').padEnd(width))
  })
  return Array.from({ length: height }, (_, i) => `  ${padded.map((lines) => lines[i]).join(' | ')}`.trimEnd())
}

/** The name of a column, and below it each instruction under the names of its events, with what they did, below the line of its source. */
function linesOf({ name, lines }: Column): readonly string[] {
  const headings = lines.map(({ events: [first] }) => (first?.source === undefined ? '' : quotation(first.source)))
  const rows = lines.map(({ text, events }, i) => {
    const [first] = events
    const heading = headings[i] ?? ''
    return {
      heading: heading === '' || heading === headings[i - 1] ? [] : [shortened(heading)],
      source: first === undefined ? text : `${events.map(({ id }) => eventName(id)).join(',')}: ${sourceText(first)}`,
      effects: [...groupBy(events, ({ round }) => round)]
        .map(([, ofRound]) => effectsInRound(ofRound))
        .filter((one) => one !== '')
        .join('; '),
    }
  })
  const width = largest(rows.map(({ source }) => source.length))
  return [
    printable(name),
    ...rows.flatMap(({ heading, source, effects }) => [...heading, `${source.padEnd(width)}   ${effects}`.trimEnd()]),
  ]
}

/** Threads are side by side, so a line of a source has less room than below what names it. */
const longest = 60

const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`)

/** A line for each relation, and one that says so if nothing synchronises. */
function relationLines(witness: Witness): readonly string[] {
  const relations = [...shownRelations(witness), ...emptyRelations(witness).map((name) => ({ name, pairs: [] }))]
  const width = largest(relations.map(({ name }) => name.length))
  const lines = relations.map(
    ({ name, pairs }) => `  ${name.padEnd(width)}  ${pairs.map(([a, b]) => pairText(a, b)).join(', ') || 'none'}`,
  )
  const synchronises = relations.some(({ name }) => witness.synchronisation.includes(name))
  return synchronises ? lines : [...lines, '  no synchronisation']
}
