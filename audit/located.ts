/** The places of pieces in the texts that people edit: CUDA C++ where it is available, PTX, or the test. */

import { sourceLine, sourceNamed } from '../source/source-line.js'
import { inFile, position, type SourceText, type Span, span } from '../source/text.js'

interface LineAndColumn {
  /** From 1. */
  readonly line: number
  readonly column: number
}

/** A stretch of a text; the end is excluded. */
export interface Located {
  readonly source: SourceText
  readonly start: LineAndColumn
  readonly end: LineAndColumn
}

/**
 * Returns where an instruction is written. Compiled code is at its line of the CUDA source, or for a function of a
 * library that is inlined, at the line that calls it. Without the sources it is where it is in PTX.
 */
export function locatedAt(place: Span): Located {
  const { source } = place
  const line = sourceLine(place)
  const lines = line === undefined ? [] : [line, ...(line.calls ?? [])]
  const available = lines.flatMap(({ file, line }) => {
    const text = sourceNamed(source, file)
    return text === undefined ? [] : [{ source: text, line }]
  })
  const chosen = available.find(({ source: { name } }) => /\.cuh?$/i.test(name)) ?? available[0]
  return chosen === undefined ? writtenAt(inFile(place)) : wholeLine(chosen.source, chosen.line)
}

const writtenAt = ({ source, start, end }: Span): Located => ({
  source,
  start: position(span(source, start, start)),
  end: position(span(source, end, end)),
})

function wholeLine(source: SourceText, line: number): Located {
  const text = source.text.split('\n')[line - 1]?.trimEnd() ?? ''
  const column = text.length - text.trimStart().length + 1
  return { source, start: { line, column }, end: { line, column: Math.max(column, text.length) + 1 } }
}
