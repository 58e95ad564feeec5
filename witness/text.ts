/** A witness as text: the threads side by side where they fit, then the relations and the final state. */

import type { Witness } from '../report/witness.js'
import { counted } from '../source/counted.js'
import { printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { largest } from '../source/largest.js'
import { type Column, type Line, shownColumns } from './columns.js'
import { eventName, pairText } from './event.js'
import { filled, filledWords } from './filled.js'
import {
  besideTexts,
  effectsInRound,
  emptyRelations,
  finalTexts,
  isInitial,
  leftOutText,
  questionText,
  shownRelations,
  sourceText,
  titleText,
} from './labels.js'
import type { ShownEvent } from './rounds.js'
import { quotation } from './source.js'
import { leftTexts, type View, viewOf } from './view.js'

/** How an execution is written as text. */
export interface TextOptions {
  /** The width of lines, in characters. They fit if the instructions do. Unlimited by default. */
  readonly width?: number | undefined
  /** True for the whole execution, instead of its argument. */
  readonly isWhole?: boolean | undefined
  /** Says how to see what is left out. */
  readonly hint?: string | undefined
}

/**
 * Returns the lines of the argument of an execution, or of all of it, without an empty line at the end. Threads that
 * have no room side by side go below each other.
 */
export function witnessText(
  whole: Witness,
  { width = Number.POSITIVE_INFINITY, isWhole = false, hint }: TextOptions = {},
): string {
  const view = viewOf(whole, { isWhole })
  const { witness, isShown } = view
  const initial = witness.events.filter((event) => isInitial(event) && isShown(event.id))
  const { columns, idle } = shownColumns(view)
  const [relations, finals] = [relationLines(view, width), finalTexts(witness)]
  return [
    ...filledWords('', titleText(witness), width),
    ...questionText(witness).flatMap((line) => filledWords('  ', line, width)),
    '',
    ...(initial.length === 0
      ? []
      : [
          ...filled(
            '  ',
            initial.map((one) => `${eventName(one.id)}: ${sourceText(one)}`),
            '   ',
            width,
          ),
          '',
        ]),
    ...columnLines(
      columns.map((column) => linesOf(column, view, width - margin.length)),
      width,
    ),
    ...(idle.length === 0 ? [] : ['', ...filled('  nothing happens in ', idle, ', ', width)]),
    '',
    ...(relations.length === 0 ? [] : [...relations, '']),
    ...leftTexts(view).flatMap((line) => filledWords('  ', hint === undefined ? line : `${line}; ${hint}`, width)),
    ...besideTexts(witness, view.left === undefined).flatMap((line) => filledWords('  ', line, width)),
    ...(finals.length === 0 ? [] : filled('  finally: ', finals, '  ', width)),
  ].join('\n')
}

const margin = '  '
const between = ' | '

/** Returns as many columns side by side as fit, and the others below them. */
function columnLines(columns: readonly (readonly string[])[], width: number): readonly string[] {
  const bands: (readonly string[])[][] = []
  let used = 0
  for (const column of columns) {
    const own = largest(column.map((line) => line.length))
    const band = bands.at(-1)
    if (band !== undefined && used + between.length + own <= width) {
      band.push(column)
      used += between.length + own
    } else {
      bands.push([column])
      used = margin.length + own
    }
  }
  return bands.flatMap((band, i) => [...(i === 0 ? [] : ['']), ...sideBySide(band)])
}

function sideBySide(columns: readonly (readonly string[])[]): readonly string[] {
  const height = largest(columns.map((lines) => lines.length))
  const padded = columns.map((lines) => {
    const width = largest(lines.map((line) => line.length))
    return Array.from({ length: height }, (_, i) => (lines[i] ?? '').padEnd(width))
  })
  return Array.from({ length: height }, (_, i) => `${margin}${padded.map((lines) => lines[i]).join(between)}`.trimEnd())
}

/**
 * Returns the name of a column, and below it each instruction, with what its events did next to it or, where that is
 * too wide, below it.
 */
function linesOf({ name, lines }: Column, view: View, room: number): readonly string[] {
  const rows = rowsOf(lines, view)
  const width = largest(rows.map((row) => wordsIn(row).length))
  const beside = rows.map((row) =>
    `${wordsIn(row).padEnd(width)}   ${[...row.rounds.map(effectsInRound), ...row.others].join('; ')}`.trimEnd(),
  )
  const isTooWide = beside.some((line) => line.length > room)
  return [
    printable(name),
    ...rows.flatMap((row, i) => [
      ...(row.quoted === '' || row.quoted === rows[i - 1]?.quoted ? [] : [shortened(row.quoted, room)]),
      ...(isTooWide ? below(row, room) : beside.slice(i, i + 1)),
    ]),
  ]
}

type Events = readonly [ShownEvent, ...ShownEvent[]]

interface Row {
  /** The source line; empty if there is none. */
  readonly quoted: string
  /** The names of its events, before the instruction. */
  readonly names: string
  readonly source: string
  /** The events of each round, if there are any. */
  readonly rounds: readonly Events[]
  /** `⋯ 2 other rounds`, if some are not shown. */
  readonly others: readonly string[]
}

/** Returns a row for each instruction, and one for instructions of which nothing is shown that follow each other. */
function rowsOf(lines: readonly Line[], { isShown, left }: View): readonly Row[] {
  if (left === undefined) return lines.map((line) => rowOf(line, []))
  const rows: Row[] = []
  let count = 0
  const fold = (): void => {
    if (count > 0) rows.push(rowOf({ text: leftOutText(count), events: [] }, []))
    count = 0
  }
  for (const { text, events } of lines) {
    const shown = events.filter(({ id }) => isShown(id))
    const others = events.filter(({ id, executed }) => executed && !isShown(id))
    if (shown.length === 0) {
      count += others.length
    } else {
      fold()
      rows.push(rowOf({ text, events: shown }, others))
    }
  }
  fold()
  return rows
}

/** Returns the row of an instruction. `leftOut` are events of it that are not shown. */
const rowOf = ({ text, events }: Line, leftOut: readonly ShownEvent[]): Row => {
  const [first] = events
  const rounds = new Set(events.map(({ round }) => round))
  const others = new Set(leftOut.flatMap(({ round }) => (rounds.has(round) ? [] : [round])))
  return {
    quoted: first?.source === undefined ? '' : quotation(first.source),
    names: first === undefined ? '' : `${events.map(({ id }) => eventName(id)).join(',')}: `,
    source: first === undefined ? text : sourceText(first),
    rounds: [...groupBy(events, ({ round }) => round).values()].filter((one) => effectsInRound(one) !== ''),
    others: others.size === 0 ? [] : [`⋯ ${counted(others.size, 'other round')}`],
  }
}

const wordsIn = ({ names, source }: Row): string => names + source

/** Writes an instruction, and what it did in lines below it, as narrow as possible. */
function below({ names, source, rounds, others }: Row, room: number): readonly string[] {
  const indent = ' '.repeat(6)
  const effects = rounds.flatMap((events) => {
    const together = effectsInRound(events)
    const fits = indent.length + together.length <= room
    return fits ? [together] : [...new Set(events.map((one) => effectsInRound([one])).filter((one) => one !== ''))]
  })
  return [...filled(names, source.split(' '), ' ', room), ...filled(indent, [...effects, ...others], '; ', room)]
}

/** Threads are side by side, so a line of a source has less room than below what names it. */
const longest = 60

function shortened(text: string, room: number): string {
  const most = Math.min(longest, room)
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

/** Lists each relation with its pairs, and says so if nothing synchronises. */
function relationLines({ witness, whole }: View, room: number): readonly string[] {
  const relations = [...shownRelations(witness), ...emptyRelations(whole).map((name) => ({ name, pairs: [] }))]
  const width = largest(relations.map(({ name }) => name.length))
  const lines = relations.flatMap(({ name, pairs }) =>
    filled(
      `  ${name.padEnd(width)}  `,
      pairs.length === 0 ? ['none'] : pairs.map(([a, b]) => pairText(a, b)),
      ', ',
      room,
    ),
  )
  const synchronises = whole.synchronisation.some((name) => (whole.relations[name] ?? []).length > 0)
  return synchronises ? lines : [...lines, '  no synchronisation']
}
