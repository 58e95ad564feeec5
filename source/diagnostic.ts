/** Diagnostics: the error in an input, its place, and how it is printed. */

import { groupBy } from './group.js'
import { inFile, type Position, position, type Span } from './text.js'

/** Something wrong with an input that its author can fix. It is passed on as a value, and printed by the command. */
export interface Diagnostic {
  readonly message: string
  /** A span, or the bare name of a file or folder where there is no text to point into. */
  readonly place: Span | string
  readonly notes: readonly Note[]
}

export interface Note {
  readonly message: string
  readonly place?: Span
}

/** Returns a diagnostic at a place, with notes that lead to other places. */
export const diagnostic = (message: string, place: Span | string, ...notes: readonly Note[]): Diagnostic => ({
  message,
  place,
  notes,
})

/** Sorts diagnostics by place: text by text in order of first appearance, from the start of each to its end. */
export const inPlaceOrder = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  [...groupBy(diagnostics, ({ place }) => (typeof place === 'string' ? place : place.source)).values()].flatMap(
    (some) => some.toSorted((a, b) => startOf(a) - startOf(b)),
  )

/** The most errors that are reported for one text: each costs a pass over the text, and no one reads them all. */
export const mostReported = 100

/** Returns the first errors of a text, and how many more there are. */
export function firstErrors(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const [next, ...others] = diagnostics.slice(mostReported)
  if (next === undefined) return diagnostics
  return [...diagnostics.slice(0, mostReported), moreErrors(others.length + 1, next.place)]
}

/** Says how many more errors follow from a place on. */
export const moreErrors = (count: number, place: Diagnostic['place']): Diagnostic =>
  diagnostic(`${count === 1 ? 'one more error follows' : `${count} more errors follow`} from here on`, place)

const startOf = ({ place }: Diagnostic): number => (typeof place === 'string' ? 0 : place.start)

/** Writes `file:line:column` of a span in its file, or the bare name. */
export function formatPlace(place: Span | string): string {
  if (typeof place === 'string') return printable(place)
  const { file, line, column } = position(inFile(place))
  return `${printable(file)}:${line}:${column}`
}

/**
 * Returns a diagnostic as text: `file:line:column: message`, the source line with a caret under the place, then the
 * notes. An error in a template's instance points into the template and names the row in a note.
 */
export function formatDiagnostic({ message, place, notes }: Diagnostic): string {
  const head = `${formatPlace(place)}: ${printable(message)}`
  if (typeof place === 'string') return [head, ...notes.map(formatNote)].join('\n')
  return [head, ...caret(inFile(place)), ...rowNote(place), ...notes.map(formatNote)].join('\n')
}

/**
 * Returns what an author may have overlooked, as text. It is not an error: the input is read, and the message says how.
 */
export const formatRemark = (remark: Diagnostic): string =>
  formatDiagnostic({ ...remark, message: `note: ${remark.message}` })

const formatNote = ({ message, place }: Note): string =>
  place === undefined ? `  note: ${printable(message)}` : `  note: ${printable(message)}: ${formatPlace(place)}`

function rowNote({ source }: Span): readonly string[] {
  const { expansion } = source
  if (expansion === undefined) return []
  const { file, line, lineText } = position(expansion.row)
  return [`  note: in row ${expansion.rowNumber}, ${file}:${line}: ${printable(lineText.trim())}`]
}

const widest = 120

/** Returns the line of the span and a caret line below it, cut to a readable width around the place. */
function caret(place: Span): readonly string[] {
  const at: Position = position(place)
  const line = [...printable(at.lineText)]
  const from = line.length > widest ? Math.max(0, at.column - 1 - widest / 2) : 0
  const shown = line.slice(from, from + widest)
  const indent = at.column - 1 - from
  const room = Math.max(1, shown.length - indent)
  const length = Math.min(Math.max(1, [...place.source.text.slice(place.start, place.end)].length), room)
  return [`    ${shown.join('')}`, `    ${' '.repeat(indent)}^${'~'.repeat(length - 1)}`]
}

/** Returns text from a file without characters that would move the cursor or colour a terminal. */
export const printable = (text: string): string =>
  text.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
