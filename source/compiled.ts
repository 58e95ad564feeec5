/**
 * The source lines of compiled PTX, as the compiler states them in `.file` and `.loc` (PTX ISA, Debugging Directives).
 */

import { memoisedWeakly } from './memoised-weakly.js'
import type { SourceText, Span } from './text.js'

/** A place in a source that was compiled. */
export interface SourcePlace {
  /** The file, as the compiler names it. */
  readonly file: string
  /** The line, from 1. */
  readonly line: number
  /** The column in bytes, from 1; 0 for the whole line. */
  readonly column: number
}

/**
 * A place, followed by the places where its function is called and inlined, where the caller is called, and so on up to
 * the kernel.
 */
export interface CompiledPlace extends SourcePlace {
  readonly calls: readonly SourcePlace[]
}

/** A place as the compiler numbers files. */
interface NumberedPlace extends Omit<SourcePlace, 'file'> {
  readonly file: number
}

/**
 * The source place of a stretch of the text, from the offset of one directive up to that of the next; undefined where
 * the compiler does not give it.
 */
interface Stretch {
  readonly start: number
  readonly from: CompiledPlace | undefined
}

/** Returns the stretches of a compiled text, in its order. */
export const stretchesIn: (source: SourceText) => readonly Stretch[] = memoisedWeakly(stretchesOf)

/**
 * Returns the source place from which the text at a place was compiled. Code from a library's header is inlined, so its
 * place is where the source calls it. A function of the source may also be inlined: it keeps its own place, followed by
 * that of its call.
 */
export function compiledFrom({ source, start: written }: Span): CompiledPlace | undefined {
  const stretches = stretchesIn(source)
  const start = afterLabel(source.text, written)
  let [low, high] = [0, stretches.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.start ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return stretches[low - 1]?.from
}

/**
 * Returns where the instruction after a label begins, or `start` if there is no label. The compiler says where an
 * instruction comes from after its label.
 */
function afterLabel(text: string, start: number): number {
  const labels = /(?:[\w$]+[ \t]*:(?!:)(?:\s|\/\/[^\n]*\n)*)+(?:(?:\.loc|\.pragma)\b[^\n]*\n\s*|\/\/[^\n]*\n\s*)*/y
  labels.lastIndex = start
  return start + (labels.exec(text)?.[0].length ?? 0)
}

const directives = new RegExp(
  [
    String.raw`^[ \t]*\.loc[ \t]+(\d+)[ \t]+(\d+)[ \t]+(\d+)(?:[ \t]*,[ \t]*function_name[ \t]+([\w$]+))?(?:[^\n]*?\binlined_at[ \t]+(\d+)[ \t]+(\d+)[ \t]+(\d+))?`,
    // Directives of one function do not apply to the next.
    String.raw`^[^\n/]*\.(?:entry|func)\b`,
  ].join('|'),
  'gm',
)

function stretchesOf({ text }: SourceText): readonly Stretch[] {
  const files = new Map(
    [...text.matchAll(/^[ \t]*\.file[ \t]+(\d+)[ \t]+"([^"\n]*)"/gm)].map(([, index, name]) => [Number(index), name]),
  )
  /** The chain that each place got last. */
  const latest = new Map<string, Chain>()
  /** The chains of places in inlined functions: a copy of their code does not state again what calls them. */
  const chains = new Map<string, Chain>()
  /** The places whose chain is stated, and not yet that of anything inlined there. */
  const fresh = new Set<string>()
  const matches = [...text.matchAll(directives)]
  return matches.map((match, i): Stretch => {
    const [, ofFile, ofLine, ofColumn, name = '', ...inlined] = match
    const here = placeAt(ofFile, ofLine, ofColumn)
    if (here === undefined) return { start: match.index, from: undefined }
    const caller = placeAt(...inlined)
    const called = caller && keyOf(caller)
    const key = `${keyOf(here)} ${name} ${called}`
    const isKnown = called !== undefined && !fresh.delete(called) && !isCall(text, here, match, matches[i + 1])
    const known = isKnown ? chains.get(key) : undefined
    const chain = known ?? chainOf(here, caller && (latest.get(keyOf(caller)) ?? [caller]))
    chains.set(key, chain)
    latest.set(keyOf(here), chain)
    fresh.add(keyOf(here))
    const [own, ...calls] = ownOf(chain, files).flatMap((place): readonly SourcePlace[] => {
      const name = files.get(place.file)
      return name === undefined || place.line === 0 ? [] : [{ ...place, file: name }]
    })
    return { start: match.index, from: own && { ...own, calls } }
  })
}

/**
 * Returns whether a directive states what calls the place of the next one. The compiler does so once for each call, so
 * it is no copy of an earlier one.
 */
function isCall(text: string, here: NumberedPlace, match: RegExpExecArray, next: RegExpExecArray | undefined): boolean {
  if (next === undefined || text.slice(match.index + match[0].length, next.index).includes(';')) return false
  const caller = placeAt(...next.slice(5))
  return caller !== undefined && keyOf(caller) === keyOf(here)
}

/** Returns the place that three numbers of a directive give; undefined if they are missing. */
const placeAt = (file?: string, line?: string, column?: string): NumberedPlace | undefined =>
  file === undefined || line === undefined || column === undefined
    ? undefined
    : { file: Number(file), line: Number(line), column: Number(column) }

/** A place, what calls it, what calls that, and so on. */
type Chain = readonly [NumberedPlace, ...NumberedPlace[]]

const keyOf = ({ file, line, column }: NumberedPlace): string => `${file} ${line} ${column}`

/** The most calls of a chain. A hostile module may say that a place calls itself, or have each call the next. */
const mostCalls = 100

const chainOf = (here: NumberedPlace, callers: readonly NumberedPlace[] = []): Chain => {
  const again = callers.findIndex((one) => keyOf(one) === keyOf(here))
  return [here, ...callers.slice(0, again === -1 ? mostCalls : again)]
}

/**
 * Returns the places of a chain that are in the source of the kernel, which is that of the last place, or in a file
 * beside it; the first place if none is.
 */
function ownOf(
  chain: readonly [NumberedPlace, ...NumberedPlace[]],
  files: ReadonlyMap<number, string | undefined>,
): readonly NumberedPlace[] {
  const [innermost] = chain
  const kernel = chain.at(-1) ?? innermost
  const folder = folderOf(files.get(kernel.file))
  const isOwn = ({ file }: NumberedPlace): boolean =>
    file === kernel.file || (folder !== '' && folderOf(files.get(file)) === folder)
  const own = chain.filter(isOwn)
  return own.length > 0 ? own : [innermost]
}

/** Returns the folder of a path; empty if the path is only a name. */
const folderOf = (path = ''): string => path.slice(0, path.lastIndexOf('/') + 1)
