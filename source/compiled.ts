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
    String.raw`^[ \t]*\.loc[ \t]+(\d+)[ \t]+(\d+)[ \t]+(\d+)(?:[^\n]*?\binlined_at[ \t]+(\d+)[ \t]+(\d+)[ \t]+(\d+))?`,
    // Directives of one function do not apply to the next.
    String.raw`^[^\n/]*\.(?:entry|func)\b`,
  ].join('|'),
  'gm',
)

function stretchesOf({ text }: SourceText): readonly Stretch[] {
  const files = new Map(
    [...text.matchAll(/^[ \t]*\.file[ \t]+(\d+)[ \t]+"([^"\n]*)"/gm)].map(([, index, name]) => [Number(index), name]),
  )
  const callers = new Map<string, NumberedPlace>()
  return [...text.matchAll(directives)].map((match): Stretch => {
    const [file, line, column, ...inlined] = match.slice(1).map((one) => (one === undefined ? undefined : Number(one)))
    if (file === undefined || line === undefined || column === undefined) return { start: match.index, from: undefined }
    const here = { file, line, column }
    const [callerFile, callerLine, callerColumn] = inlined
    if (callerFile === undefined || callerLine === undefined || callerColumn === undefined) callers.delete(keyOf(here))
    else callers.set(keyOf(here), { file: callerFile, line: callerLine, column: callerColumn })
    const [own, ...calls] = ownOf(chainOf(here, callers), files).flatMap((place): readonly SourcePlace[] => {
      const name = files.get(place.file)
      return name === undefined || place.line === 0 ? [] : [{ ...place, file: name }]
    })
    return { start: match.index, from: own && { ...own, calls } }
  })
}

const keyOf = ({ file, line, column }: NumberedPlace): string => `${file} ${line} ${column}`

/** Returns a place, what calls it, what calls that, and so on. A hostile module may say that a place calls itself. */
function chainOf(
  place: NumberedPlace,
  callers: ReadonlyMap<string, NumberedPlace>,
): readonly [NumberedPlace, ...NumberedPlace[]] {
  const seen = new Set([keyOf(place)])
  const chain: [NumberedPlace, ...NumberedPlace[]] = [place]
  let caller = callers.get(keyOf(place))
  while (caller !== undefined && !seen.has(keyOf(caller))) {
    seen.add(keyOf(caller))
    chain.push(caller)
    caller = callers.get(keyOf(caller))
  }
  return chain
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
