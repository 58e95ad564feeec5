/** Lines in texts for people. */

import { compiledFrom } from './compiled.js'
import { inFile, position, type Span } from './text.js'

/**
 * The line that a span begins on: `line 7`, or with the name of its file `spin.ptx:7`; if that was compiled from a source,
 * `spin.cu:3 (spin.ptx:7)`.
 */
export function lineText(place: Span, withFile: boolean): string {
  const { file, line } = position(inFile(place))
  if (!withFile) return `line ${line}`
  const here = `${baseName(file)}:${line}`
  const from = compiledFrom(place)
  return from === undefined ? here : `${baseName(from.file)}:${from.line} (${here})`
}

/** The last part of a path, on any system. */
export const baseName = (path: string): string => path.replace(/^.*[/\\]/s, '')
