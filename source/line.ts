/** Lines in texts for people. */

import { compiledFrom } from './compiled.js'
import { formatPlace } from './diagnostic.js'
import { inFile, position, type Span } from './text.js'

/**
 * Returns the line that a span begins on: `line 7`, or with the name of its file `spin.ptx:7`; if that was compiled from a source, `spin.cu:3
 * (spin.ptx:7)`, and if that is in a function that is inlined, `spin.cu:3, called at spin.cu:12 (spin.ptx:7)`.
 */
export function lineText(place: Span, withFile: boolean): string {
  const { file, line } = position(inFile(place))
  if (!withFile) return `line ${line}`
  const here = `${baseName(file)}:${line}`
  const from = compiledFrom(place)
  return from === undefined ? here : `${callsText(from)} (${here})`
}

/** Returns a place as texts name it: `spin.cu:3 (spin.ptx:7)` in what was compiled from a source, otherwise `folder/spin.ptx:7:3`. */
export const shownPlace = (place: Span): string =>
  compiledFrom(place) === undefined ? formatPlace(place) : lineText(place, true)

interface NumberedLine {
  readonly file: string
  readonly line: number
}

/** Writes `spin.cu:3`. */
export const numberText = ({ file, line }: NumberedLine): string => `${baseName(file)}:${line}`

/** Writes `spin.cu:3, called at spin.cu:12`. */
export const callsText = (place: NumberedLine & { readonly calls?: readonly NumberedLine[] | undefined }): string =>
  [place, ...(place.calls ?? [])].map(numberText).join(', called at ')

/** Returns the last part of a path, on any system. */
export const baseName = (path: string): string => path.replace(/^.*[/\\]/s, '')
