/** Errors and remarks as an editor marks them in a text. */

import { type Diagnostic, formatPlace, printable } from '../source/diagnostic.js'
import { inFile, type SourceText, type Span } from '../source/text.js'
import type { ReadDocument } from './document.js'

/** A stretch of a text, in UTF-16 code units from 0. */
export interface Range {
  readonly start: number
  readonly end: number
}

export interface Mark {
  /** A remark is a hint. */
  readonly severity: 'error' | 'hint'
  /** The message, as commands print it. */
  readonly message: string
  readonly at: Range
  /** Related places, in this file or in another. */
  readonly related: readonly Related[]
}

export interface Related {
  readonly message: string
  readonly place: Span
}

/** Returns the marks of a text that was read. */
export const marksOf = (source: SourceText, { errors, remarks }: Pick<ReadDocument, 'errors' | 'remarks'>) => [
  ...errors.map((one) => markOf(one, 'error', source)),
  ...remarks.map((one) => markOf(one, 'hint', source)),
]

/** Returns the marks for errors in a file that the text names, at the place where it is named. */
function markOf({ message, place, notes }: Diagnostic, severity: Mark['severity'], source: SourceText): Mark {
  const mark = typeof place === 'string' ? undefined : inFile(place)
  const isHere = mark?.source.name === source.name
  const elsewhere = mark === undefined || isHere ? [] : [{ message, place: mark }]
  return {
    severity,
    message: [
      isHere || mark === undefined ? message : `${formatPlace(mark)}: ${message}`,
      ...notes.flatMap((one) => (one.place === undefined ? [`note: ${one.message}`] : [])),
    ]
      .map(printable)
      .join('\n'),
    at: mark === undefined ? firstLine(source) : isHere ? mark : namingOf(mark.source.name, source),
    related: [
      ...elsewhere,
      ...rowOf(place),
      ...notes.flatMap((one) => (one.place === undefined ? [] : [{ message: one.message, place: inFile(one.place) }])),
    ],
  }
}

/** Returns the row of the template from which the text was made. */
function rowOf(place: Diagnostic['place']): readonly Related[] {
  const expansion = typeof place === 'string' ? undefined : place.source.expansion
  return expansion === undefined ? [] : [{ message: `in row ${expansion.rowNumber}`, place: expansion.row }]
}

/** Returns where a text names a file, in quotes, or else the first file that it names, or its first line. */
function namingOf(file: string, source: SourceText): Range {
  const named = [...source.text.matchAll(/\b(?:include|module)\s*("([^"\r\n]+)")/g)].map((match) => {
    const [whole, quoted = '', path = ''] = match
    const start = match.index + whole.length - quoted.length
    return { path: path.replace(/^(?:\.\/)+/, ''), at: { start, end: start + quoted.length } }
  })
  const isMeant = (path: string): boolean =>
    file === path || file === `<${path}>` || file.endsWith(`/${path}`) || file.endsWith(`\\${path}`)
  return (named.find(({ path }) => isMeant(path)) ?? named[0])?.at ?? firstLine(source)
}

function firstLine({ text }: SourceText): Range {
  const end = text.search(/\r?\n/)
  return { start: 0, end: end === -1 ? text.length : end }
}
