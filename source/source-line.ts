/** The lines of the sources that PTX was compiled from. */

import { compiledFrom, type SourcePlace, stretchesIn } from './compiled.js'
import { counted } from './counted.js'
import { type Diagnostic, diagnostic, printable } from './diagnostic.js'
import { memoisedWeakly } from './memoised-weakly.js'
import { type SourceText, type Span, span } from './text.js'

/** A line of a source. */
export interface SourceLine {
  /** The file, as the compiler names it. */
  readonly file: string
  /** The line, from 1. */
  readonly line: number
  /**
   * The text of the line, without surrounding space, and cut if it is long; absent if the source is not available, or
   * has changed since.
   */
  readonly text?: string
  /**
   * The places where the function of the line is called and inlined, where the caller is called, and so on; absent if
   * it is the kernel itself.
   */
  readonly calls?: readonly Omit<SourceLine, 'calls'>[]
}

/** Returns the line of the source from which the text at a place was compiled. */
export function sourceLine(place: Span): SourceLine | undefined {
  const from = compiledFrom(place)
  if (from === undefined) return undefined
  const calls = from.calls.map((call) => lineAt(place.source, call))
  return { ...lineAt(place.source, from), ...(calls.length === 0 ? {} : { calls }) }
}

function lineAt(source: SourceText, place: SourcePlace): Omit<SourceLine, 'calls'> {
  const { file, line } = place
  const text = changesIn(source).has(file) ? '' : shortened(lineOf(source, place) ?? '')
  return { file, line, ...(text === '' ? {} : { text }) }
}

/** Returns a source of a compiled text, if it is available and has not changed since. */
export const sourceNamed = (compiled: SourceText, file: string): SourceText | undefined =>
  changesIn(compiled).has(file) ? undefined : compiled.sources?.find(({ name }) => name === file)

/** Returns the offset of a place in its source. */
export function offsetIn({ text }: SourceText, { line, column }: SourcePlace): number {
  let start = 0
  for (let i = 1; i < line; i += 1) start = text.indexOf('\n', start) + 1
  const end = text.indexOf('\n', start)
  const bytes = new TextEncoder().encode(text.slice(start, end === -1 ? undefined : end))
  return start + new TextDecoder().decode(bytes.subarray(0, Math.max(0, column - 1))).length
}

/** Returns the sources whose lines a compiled text names, as the compiler names them. */
export const sourceFiles = (source: SourceText): readonly string[] => [
  ...new Set(stretchesIn(source).flatMap(({ from }) => (from === undefined ? [] : [from.file]))),
]

/**
 * Returns the sources that have changed since the text was compiled from them. Their earlier contents are unknown, but
 * the compiler names places where code begins, and after most changes no code begins at one of them.
 */
export const changedSources = (source: SourceText): readonly Diagnostic[] => [...changesIn(source).values()]

/** Returns the first change that is noticed in each file. */
const changesIn: (source: SourceText) => ReadonlyMap<string, Diagnostic> = memoisedWeakly(changesOf)

function changesOf(source: SourceText): ReadonlyMap<string, Diagnostic> {
  const changes = new Map<string, Diagnostic>()
  if (source.sources === undefined) return changes
  for (const { start, from } of stretchesIn(source)) {
    if (from === undefined || changes.has(from.file)) continue
    const missing = missingAt(source, from)
    if (missing === undefined) continue
    const message = `\`${from.file}\` has changed since it was compiled to this: ${missing}; its lines are shown by their numbers only`
    changes.set(from.file, diagnostic(message, directiveAt(source, start)))
  }
  return changes
}

function directiveAt(source: SourceText, start: number): Span {
  const [, indent = '', directive = ''] = /^([ \t]*)([^\n]*)/.exec(source.text.slice(start)) ?? []
  return span(source, start + indent.length, start + indent.length + directive.trimEnd().length)
}

/** Returns what the compiler found at a place that is no longer there, if the source is at hand. */
function missingAt(source: SourceText, place: SourcePlace): string | undefined {
  const count = linesOf(source, place.file)?.length
  if (count === undefined) return undefined
  const line = lineOf(source, place)
  if (line === undefined) return `it has ${counted(count, 'line')}, and code was at line ${place.line}`
  const text = line.trim()
  if (text === '' || /^(?:\/\/|#)/.test(text)) return `line ${place.line} has no code`
  // Columns after a macro or a built-in variable count its replacement.
  if (place.column === 0 || /\w\s*\(|\b(?:threadIdx|blockIdx|blockDim|gridDim)\b/.test(line)) return undefined
  const [first = space] = new TextEncoder().encode(line).subarray(place.column - 1)
  return first <= space ? `no code begins at line ${place.line}, column ${place.column}` : undefined
}

/** The code of a space; every printable character has a greater one. */
const space = 0x20

const lineOf = (source: SourceText, { file, line }: SourcePlace): string | undefined =>
  linesOf(source, file)?.[line - 1]

const split = memoisedWeakly(({ text }: SourceText): readonly string[] => text.replace(/\n$/, '').split('\n'))

/** Returns the lines of a source, if it is available. */
function linesOf({ sources = [] }: SourceText, file: string): readonly string[] | undefined {
  const sourceFile = sources.find(({ name }) => name === file)
  return sourceFile && split(sourceFile)
}

/** The most characters of a line that are quoted. */
const longest = 100

function shortened(line: string): string {
  const text = printable(line.trim())
  const characters = [...text.slice(0, 2 * longest)]
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}
