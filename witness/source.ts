/** The lines of sources, in documents and in texts. */

import type { SourceLine } from '../report/parts.js'
import { printable } from '../source/diagnostic.js'
import { baseName } from '../source/line.js'
import { sourceLine } from '../source/source-line.js'
import type { Span } from '../source/text.js'

/**
 * Returns the source line from which an instruction was compiled, if its compiler gives one, as a field of documents.
 */
export const sourceAt = (place: Span): { readonly source?: SourceLine } => {
  const source = sourceLine(place)
  return source === undefined ? {} : { source: { ...source } }
}

/** `spin.cu:12` */
const numberText = ({ file, line }: SourceLine): string => `${baseName(file)}:${line}`

/** `spin.cu:12 (spin.ptx:87:3)`, or the place alone. */
export const placeText = ({
  place,
  source,
}: {
  readonly place: string
  readonly source?: SourceLine | undefined
}): string => (source === undefined ? place : `${numberText(source)} (${place})`)

/** `spin.cu:12: *counter += 1;`, or without the text. */
export const quotation = (source: SourceLine): string =>
  printable([numberText(source), ...(source.text === undefined ? [] : [source.text])].join(': '))

/** The lines of sources that have a text, each once, below what names them: `  spin.cu:12: *counter += 1;`. */
export const quotations = (named: readonly { readonly source?: SourceLine | undefined }[]): readonly string[] => [
  ...new Set(named.flatMap(({ source }) => (source?.text === undefined ? [] : [`  ${quotation(source)}`]))),
]
