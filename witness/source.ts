/** The lines of sources, in documents and in texts. */

import type { SourceLine } from '../report/parts.js'
import { formatPlace, printable } from '../source/diagnostic.js'
import { baseName, callsText, numberText } from '../source/line.js'
import { sourceLine } from '../source/source-line.js'
import type { Span } from '../source/text.js'

/**
 * Returns the source line from which an instruction was compiled, if its compiler gives one, as a field of documents.
 */
export const sourceAt = (place: Span): { readonly source?: SourceLine } => {
  const source = sourceLine(place)
  return source === undefined ? {} : { source }
}

/**
 * Writes `spin.cu:12 (spin.ptx:87)` for a place in what was compiled from a source, or the place alone,
 * `folder/spin.ptx:87:3`.
 */
export const placeText = ({
  place,
  source,
}: {
  readonly place: string
  readonly source?: SourceLine | undefined
}): string => (source === undefined ? place : `${callsText(source)} (${baseName(place).replace(/:\d+$/, '')})`)

/** Returns the place of an instruction, as a part of documents. */
export const placedAt = (span: Span): { readonly place: string; readonly source?: SourceLine } => ({
  place: formatPlace(span),
  ...sourceAt(span),
})

/** Writes places as `placeText` does, each once. */
export const placesText = (places: readonly Parameters<typeof placeText>[0][]): string =>
  [...new Set(places.map(placeText))].join(', ')

/** Writes `spin.cu:12: *counter += 1;`, or without the text. */
export const quotation = (source: Omit<SourceLine, 'calls'>): string =>
  printable([numberText(source), ...(source.text === undefined ? [] : [source.text])].join(': '))

/**
 * Returns the lines of sources that have a text, and of the calls of inlined functions, each once, below the line that
 * names them: `  spin.cu:12: *counter += 1;`.
 */
export const quotations = (named: readonly { readonly source?: SourceLine | undefined }[]): readonly string[] => [
  ...new Set(
    named
      .flatMap(({ source }) => (source === undefined ? [] : [source, ...(source.calls ?? [])]))
      .flatMap((line) => (line.text === undefined ? [] : [`  ${quotation(line)}`])),
  ),
]
