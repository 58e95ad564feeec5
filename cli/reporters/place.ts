/** Places as documents write them: `file:line:column`, or only a path if there is no text to point into. */

import { isAbsolute, relative } from 'node:path'
import type { SourceLine } from '../../report/parts.js'
import { printable } from '../../source/diagnostic.js'

export interface FilePosition {
  /** The file, as the system names it if that is known. */
  readonly file: string
  readonly line?: number
  /** Counts code points, from 1. The line of a source has none. */
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

/**
 * Returns a place in the file of that path if it is there. Places are written without characters that would move the
 * cursor.
 */
export function placeIn(path: string, place: string): FilePosition | undefined {
  const at = placeOf(place)
  return at?.file === printable(path) ? { ...at, file: path } : at
}

/** The place of an instruction, and the line from which it was compiled. */
export interface InstructionPlace {
  readonly place: string
  readonly source?: SourceLine | undefined
}

/**
 * Returns a message with the place that it is about: the line from which an instruction of that test was compiled if
 * that is known. Empty if it is in no file.
 */
export function relatedAt(
  path: string,
  { place, source }: InstructionPlace,
  message: string,
): readonly { readonly message: string; readonly place: FilePosition }[] {
  const at = source === undefined ? placeIn(path, place) : { file: fromHere(source.file), line: source.line }
  return at === undefined ? [] : [{ message: printable(message), place: at }]
}

/** Returns a path inside the current folder relative to it, as other tools expect it. Compilers may name files absolutely. */
function fromHere(path: string): string {
  const inside = relative('', path)
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside
}

/** Writes `file:line:column`, or as much of that as is known. */
export const placeText = ({ file, line, column }: FilePosition): string =>
  [printable(file), line, column].filter((part) => part !== undefined).join(':')
