/** A text to read, and the places in it. Offsets count UTF-16 code units from 0; lines and columns count from 1. */

import { must } from './must.js'

/** A text with its name. */
export interface SourceText {
  /** Its name in messages: a path as the user gave it, or `<stdin>`. */
  readonly name: string
  readonly text: string
  /** The command that made it, if it is not the text of a file. */
  readonly command?: string
  /** The sources that compiled PTX names in `.file`, each by that name; only those available. */
  readonly sources?: readonly SourceText[]
  /** Set if the text was made from a template: how its offsets lead back to the file. */
  readonly expansion?: Expansion
}

interface Expansion {
  readonly template: SourceText
  /** The instance that filled the template's holes. */
  readonly row: Span
  readonly rowNumber: number
  /** The pieces in ascending order of `start`, without gaps. */
  readonly pieces: readonly Piece[]
}

/** A stretch of an expanded text: copied from the template, or the replacement of a hole. */
export interface Piece {
  readonly start: number
  /** The offset in the template of the copied stretch, or of the hole. */
  readonly origin: number
  /** The number of code units of the template that it replaces. */
  readonly originLength: number
  readonly filled: boolean
}

/** A part of a text: offsets in UTF-16 units, the end excluded. */
export interface Span {
  readonly source: SourceText
  readonly start: number
  readonly end: number
}

export interface Position {
  readonly file: string
  readonly line: number
  /** Counts code points, so that a caret under it lines up. */
  readonly column: number
  readonly lineText: string
}

/** Returns a span of a text. */
export const span = (source: SourceText, start: number, end: number): Span => ({ source, start, end })

/** Returns the position of a span's first character in the text it belongs to; template expansions are not followed. */
export function position({ source, start }: Span): Position {
  const { text, name } = source
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', start)
  let line = 1
  for (let i = text.indexOf('\n'); i !== -1 && i < lineStart; i = text.indexOf('\n', i + 1)) line++
  return {
    file: name,
    line,
    column: [...text.slice(lineStart, start)].length + 1,
    lineText: text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, ''),
  }
}

/** Returns the text at a place, on one line, without comments and without the semicolon at its end. */
export const writtenAt = ({ source: { text }, start, end }: Span): string =>
  text
    .slice(start, end)
    .replace(/\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/;$/, '')
    .trim()

/** Returns the span of the file that a span of an expanded text comes from. A span of a file is returned unchanged. */
export function inFile(place: Span): Span {
  const { expansion } = place.source
  if (expansion === undefined) return place
  const start = originOf(expansion, place.start, 'start')
  return span(expansion.template, start, Math.max(start, originOf(expansion, place.end, 'end')))
}

function originOf({ pieces }: Expansion, offset: number, side: 'start' | 'end'): number {
  const within = (piece: Piece) => (side === 'start' ? piece.start <= offset : piece.start < offset)
  const piece = must(pieces.findLast(within) ?? pieces[0], 'a piece of an expanded text')
  if (piece.filled) return side === 'start' ? piece.origin : piece.origin + piece.originLength
  return piece.origin + Math.min(offset - piece.start, piece.originLength)
}
