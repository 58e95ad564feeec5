/** Places as documents write them: `file:line:column`, or only a path if there is no text to point into. */

import { printable } from '../../../source/diagnostic.js'

export interface FilePosition {
  /** The file, as the system names it if that is known. */
  readonly file: string
  readonly line?: number
  /** Counts code points, from 1. */
  readonly column?: number
}

const withPosition = /^(.*):(\d+):(\d+)$/s

/** Returns the input that a place is in, and where. */
export function inputAt(place: string): { readonly input: string; readonly at: string } {
  const [, input, line, column] = withPosition.exec(place) ?? []
  return input === undefined ? { input: place, at: '' } : { input, at: `${line}:${column}` }
}

/** Returns the place in a file. Standard input and the texts of options are not files. */
export function placeOf(place: string): FilePosition | undefined {
  const [, file = place, line, column] = withPosition.exec(place) ?? []
  if (file === '<stdin>' || file.startsWith('--')) return undefined
  return line === undefined ? { file } : { file, line: Number(line), column: Number(column) }
}

/** Writes `file:line:column`, or the file alone. */
export const placeText = ({ file, line, column }: FilePosition): string =>
  line === undefined ? printable(file) : `${printable(file)}:${line}:${column}`
