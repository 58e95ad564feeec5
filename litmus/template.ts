/**
 * Templates: the text before a `$$` line with holes `$0 $1 …`, and a line for each instance, whose columns are split at
 * `|`.
 */

import { counted } from '../source/counted.js'
import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { largest } from '../source/largest.js'
import { must } from '../source/must.js'
import { type Piece, type SourceText, type Span, span } from '../source/text.js'

export interface Instance {
  readonly source: SourceText
  /** Absent if the file is not a template. */
  readonly row?: { readonly number: number; readonly text: string }
}

export interface Expanded {
  readonly instances: readonly Instance[]
  readonly diagnostics: readonly Diagnostic[]
}

interface Row {
  readonly number: number
  readonly columns: readonly string[]
  readonly span: Span
}

/** The line between a template and its rows. */
export const templateMark = /^[ \t]*\$\$[ \t]*\r?$/m

/**
 * Returns the tests of a file: the file itself, or an instance for each row. Rows with too few or too many columns are
 * errors.
 */
export function expandTemplate(file: SourceText): Expanded {
  const marks = [...file.text.matchAll(new RegExp(templateMark, 'gm'))]
  const [mark, another] = marks
  const holes = findHoles(mark === undefined ? file.text : file.text.slice(0, mark.index))
  if (mark === undefined) {
    const [hole] = holes
    if (hole === undefined) return { instances: [{ source: file }], diagnostics: [] }
    return failure(
      diagnostic(
        `this is a hole of a template, but the file has no \`$$\` line with rows below it`,
        span(file, hole.start, hole.end),
      ),
    )
  }
  const markSpan = span(file, mark.index, mark.index + mark[0].trimEnd().length)
  if (another !== undefined) {
    const again = span(file, another.index, another.index + another[0].trimEnd().length)
    return failure(diagnostic('a second `$$` line; a file has one template', again))
  }
  const rows = findRows(file, mark.index + mark[0].length, columnsFor(holes))
  if (rows.length === 0) return failure(diagnostic('the template has no rows', markSpan))
  const checked = rows.map((row) => ({ row, problem: checkColumns(file, holes, row) }))
  return {
    instances: checked.flatMap(({ row, problem }) =>
      problem === undefined ? [fill(file, mark.index, holes, row)] : [],
    ),
    diagnostics: checked.flatMap(({ problem }) => problem ?? []),
  }
}

const failure = (problem: Diagnostic): Expanded => ({ instances: [], diagnostics: [problem] })

interface Hole {
  readonly column: number
  readonly start: number
  readonly end: number
}

/** Returns the holes outside the comments of either format, in order. */
function findHoles(template: string): readonly Hole[] {
  const holes: Hole[] = []
  const pattern = /\/\/[^\n]*|\(\*|\$(\d{1,4})/g
  // The text after the last end of a comment is not searched again at each `(*`.
  const lastEnd = template.lastIndexOf('*)')
  for (let hole = pattern.exec(template); hole !== null; hole = pattern.exec(template)) {
    const [text, column] = hole
    const end = hole.index + text.length
    if (column !== undefined) holes.push({ column: Number(column), start: hole.index, end })
    else if (text === '(*' && end <= lastEnd) pattern.lastIndex = template.indexOf('*)', end) + 2
  }
  return holes
}

/** Returns the lines that are neither empty nor comments. */
function findRows(file: SourceText, from: number, needed: number): readonly Row[] {
  const lines = [...file.text.slice(from).matchAll(/[^\n]+/g)].filter(({ 0: line }) => !/^\s*($|#|\/\/)/.test(line))
  return lines.map(({ 0: line, index }, i) => {
    const start = from + index + (line.length - line.trimStart().length)
    return {
      number: i + 1,
      columns: columnsOf(line, needed),
      span: span(file, start, start + line.trim().length),
    }
  })
}

/**
 * Returns the texts between the bars. One more bar at the end closes the last column, so that a single column may be
 * empty.
 */
function columnsOf(line: string, needed: number): readonly string[] {
  const columns = line.split('|').map((column) => column.trim())
  return columns.length === needed + 1 && columns.at(-1) === '' ? columns.slice(0, -1) : columns
}

/** Returns how many columns a row needs: holes are numbered from 0. */
const columnsFor = (holes: readonly Hole[]): number => largest(holes.map(({ column }) => column + 1))

function checkColumns(file: SourceText, holes: readonly Hole[], row: Row): Diagnostic | undefined {
  const { number, columns } = row
  const needed = columnsFor(holes)
  const last = holes.find(({ column }) => column + 1 === needed)
  if (columns.length < needed && last !== undefined) {
    const note = { message: `the last hole is \`$${last.column}\``, place: span(file, last.start, last.end) }
    return diagnostic(
      `row ${number} has ${counted(columns.length, 'column')}; the template needs ${needed}`,
      row.span,
      note,
    )
  }
  const unused = columns.findIndex((_, column) => !holes.some((hole) => hole.column === column))
  if (unused === -1) return undefined
  return diagnostic(
    `row ${number} has ${counted(columns.length, 'column')}; no hole \`$${unused}\` takes column ${unused + 1}`,
    row.span,
  )
}

function fill(file: SourceText, end: number, holes: readonly Hole[], { number, columns, span: row }: Row): Instance {
  let text = ''
  let from = 0
  const pieces: Piece[] = []
  const copy = (to: number) => {
    pieces.push({ start: text.length, origin: from, originLength: to - from, filled: false })
    text += file.text.slice(from, to)
  }
  for (const hole of holes) {
    copy(hole.start)
    pieces.push({ start: text.length, origin: hole.start, originLength: hole.end - hole.start, filled: true })
    text += must(columns[hole.column], 'a column for each hole')
    from = hole.end
  }
  copy(end)
  return {
    source: { name: file.name, text, expansion: { template: file, row, rowNumber: number, pieces } },
    row: { number, text: columns.join(' | ') },
  }
}
