/**
 * The places in a CUDA source where a change of its compiled text is made: between two statements such that what is
 * executed before and after there is what is executed before and after the place in the compiled text.
 */

import type { Instruction } from '../litmus/instruction.js'
import { type CompiledPlace, compiledFrom } from '../source/compiled.js'
import { memoisedWeakly } from '../source/memoised-weakly.js'
import { offsetIn, sourceNamed } from '../source/source-line.js'
import { type Statement, statementsAround, statementsOf } from '../source/statements.js'
import { position, type SourceText, span } from '../source/text.js'
import { effectsBefore, nextEffect } from './neighbours.js'

/** A place between two statements of a source, or within one. */
export interface SourcePlace {
  /** Equal for equal places. */
  readonly key: string
  readonly where: 'before' | 'after' | 'end of loop' | 'end of function' | 'within'
  /** The file, as the compiler names it, and the line that is quoted: that of the statement, or of the loop. */
  readonly file: string
  readonly line: number
  readonly text: string
  /** True if the statement is alone in its branch or loop: braces are needed for two. */
  readonly needsBraces?: true
  /** The statement, if it is not the first of its line. */
  readonly statement?: string
  /** The function that kernels call, if the place is in one, and the lines of its calls. */
  readonly helper?: Helper
}

/** A function of the source that the compiler put into its callers. */
export interface Helper {
  readonly name: string
  /** The lines that call it, each once. */
  readonly calls: readonly { readonly file: string; readonly line: number }[]
}

/**
 * Returns the place in the source for an insertion before an instruction; undefined if the compiler names no source, or
 * its text is not at hand.
 */
export function sourcePlaceOf(instructions: readonly Instruction[], at: number): SourcePlace | undefined {
  const places = placesIn(instructions)
  if (!places.has(at)) places.set(at, placeOf(instructions, at))
  return places.get(at)
}

const placesIn = memoisedWeakly((_: readonly Instruction[]) => new Map<number, SourcePlace | undefined>())

function placeOf(instructions: readonly Instruction[], at: number): SourcePlace | undefined {
  const before = effectsBefore(instructions, at)
  const next = nextEffect(instructions, at)
  const after = framed(instructions, next)
  const earlier = before.map((one) => framed(instructions, one))
  const isComplete = (some: readonly (Framed | undefined)[]): some is readonly Framed[] =>
    some.every((one) => one !== undefined)
  if (next === undefined || after === undefined || !isComplete(earlier)) return undefined
  const isOnly = typeof next !== 'number' || same(effectsBefore(instructions, next), before)
  const [previous] = before
  const leadsOn =
    before.length === 1 &&
    typeof previous === 'number' &&
    instructions[previous]?.kind !== 'branch' &&
    nextEffect(instructions, previous + 1) === next
  return (
    (isOnly ? beforeStatement(after, earlier) : undefined) ??
    (leadsOn ? afterStatement(after, earlier[0]) : undefined) ??
    (next === 'end' ? endOfKernel(earlier) : undefined) ??
    within(after, earlier)
  )
}

const same = <T>(
  some: readonly T[],
  others: readonly T[],
  isEqual: (one: T, other: T) => boolean = (one, other) => one === other,
): boolean =>
  some.length === others.length &&
  some.every((one, i) => {
    const other = others[i]
    return other !== undefined && isEqual(one, other)
  })

/** Where an instruction comes from: the place in the kernel, in the function called there, and so on. */
export interface Framed {
  /** Empty for the start and the end of a kernel. */
  readonly frames: readonly Frame[]
  /** True if it writes memory. */
  readonly writes: boolean
}

export interface Frame {
  readonly source: SourceText
  readonly offset: number
}

/** Returns where an instruction comes from; undefined if its source is not at hand. */
export function framed(instructions: readonly Instruction[], at: ReturnType<typeof nextEffect>): Framed | undefined {
  if (at === undefined) return undefined
  if (typeof at !== 'number') return { frames: [], writes: false }
  const place = instructions[at]?.span
  const from = place && compiledFrom(place)
  if (place === undefined || from === undefined) return undefined
  const frames = framesOf(from, place.source)
  const writes = instructions[at]?.kind === 'store'
  return frames.length === from.calls.length + 1 ? { frames, writes } : undefined
}

/** Returns where an instruction comes from in the source of its kernel. */
export const kernelPlaceOf = ({ span }: Instruction): Frame | undefined => {
  const from = compiledFrom(span)
  return from === undefined ? undefined : framesOf(from, span.source)[0]
}

const framesOf = (from: CompiledPlace, compiled: SourceText): readonly Frame[] =>
  [from, ...from.calls].toReversed().flatMap((place) => {
    const source = sourceNamed(compiled, place.file)
    return source === undefined ? [] : [{ source, offset: offsetIn(source, place) }]
  })

export const isSame = (a: Frame | undefined, b: Frame | undefined): boolean =>
  a !== undefined && a.source === b?.source && a.offset === b.offset

/** Returns how many frames two have in common. */
function common({ frames: some }: Framed, { frames: others }: Framed): number {
  const first = some.findIndex((one, i) => !isSame(one, others[i]))
  return first === -1 ? some.length : first
}

/** Returns the statement around an offset, and what is around that, the innermost first. */
export function around({ source, offset }: Frame): readonly Statement[] {
  return statementsAround(statementsOf(source), offset).toReversed()
}

export const contains = ({ start, end }: Statement, offset: number): boolean => start <= offset && offset < end

/**
 * Returns the place before the statement from which the next instruction comes, if none of those before comes from it,
 * and they come from earlier statements, or go round a loop with it.
 */
function beforeStatement(after: Framed, earlier: readonly Framed[]): SourcePlace | undefined {
  const shared = Math.max(...earlier.map((one) => common(one, after)))
  // A copy of an unrolled loop has the places of the copy before it.
  const isCopy =
    shared === after.frames.length && earlier.some((one) => one.writes && same(one.frames, after.frames, isSame))
  const depth = isCopy ? shared - 1 : shared
  const frame = after.frames[depth]
  if (frame === undefined) return depth > 0 ? endOfCallee(after, earlier, depth) : undefined
  const { source, offset } = frame
  const [innermost, ...outer] = around(frame)
  if (innermost === undefined || innermost.kind === 'block') return undefined
  const body = innermost.inside.find(({ isFunction }) => isFunction)
  // The head of a function counts as its start.
  if (body !== undefined && offset < body.start) {
    const [first] = body.inside
    return first !== undefined && earlier.every(({ frames }) => frames.length === 0)
      ? beforeOne(source, first, body)
      : undefined
  }
  const others = earlier.flatMap((one) => {
    const there = common(one, after) >= depth ? one.frames[depth] : undefined
    return there?.source === source ? [there.offset] : []
  })
  const isInHead = innermost.headEnd !== undefined && offset < innermost.headEnd
  const inBody = others.filter((other) => contains(innermost, other) && other >= (innermost.headEnd ?? innermost.end))
  if (innermost.kind === 'loop' && isInHead && inBody.length > 0)
    return inBody.length === earlier.length ? endOfLoop(source, innermost) : undefined
  const loops = outer.filter(({ kind }) => kind === 'loop')
  // From a branch of an `if`, a loop leads to its condition.
  const goesRound = innermost.kind === 'if' && isInHead && loops.length > 0
  // The compiler may give the place of an `if` on one line to all that it makes of it. What writes is in a branch.
  const isNextRound = earlier.some(({ frames, writes }) => {
    const there = frames[depth]
    return writes && there?.source === source && contains(innermost, there.offset)
  })
  const isOfRound = (other: number): boolean => goesRound && (isNextRound || inBody.includes(other))
  if (others.some((other) => contains(innermost, other) && !isOfRound(other))) return undefined
  const isBackwards = others.some(
    (other) => other > innermost.start && !loops.some((loop) => contains(loop, other) || other === loop.start),
  )
  return isBackwards ? undefined : beforeOne(source, innermost, outer[0])
}

const quoted = (source: SourceText, offset: number): Pick<SourcePlace, 'file' | 'line' | 'text'> => {
  const { file, line, lineText } = position(span(source, offset, offset))
  return { file, line, text: lineText.trim() }
}

/** Returns the place before a statement in another, or in a function. */
export function beforeOne(source: SourceText, one: Statement, parent: Statement | undefined): SourcePlace {
  const lead = source.text.slice(source.text.lastIndexOf('\n', one.start - 1) + 1, one.start)
  return {
    key: `${source.name} ${one.start}`,
    where: 'before',
    ...quoted(source, one.start),
    ...(parent !== undefined && parent.kind !== 'block' && parent.kind !== 'simple' ? { needsBraces: true } : {}),
    ...(lead.trim() === '' ? {} : { statement: shortText(source, one) }),
  }
}

/** Returns the first line of a statement. */
const shortText = ({ text }: SourceText, { start, end, headEnd }: Statement): string =>
  (text.slice(start, headEnd ?? end).split('\n')[0] ?? '').trim()

function endOfLoop(source: SourceText, loop: Statement): SourcePlace | undefined {
  const [body] = loop.inside
  if (body === undefined) return undefined
  return {
    key: `${source.name} ${body.end - 1}`,
    where: 'end of loop',
    ...quoted(source, loop.start),
    ...(body.kind === 'block' ? {} : { needsBraces: true }),
  }
}

/** Returns the end of a kernel, if all that comes before its end is in one function. */
function endOfKernel(earlier: readonly Framed[]): SourcePlace | undefined {
  const [first, ...others] = earlier.map(({ frames }) => frames[0])
  const body = first && around(first).find(({ isFunction }) => isFunction)
  if (first === undefined || body === undefined) return undefined
  const isInside = others.every((one) => one?.source === first.source && contains(body, one.offset))
  return isInside ? atEndOf(first.source, body) : undefined
}

const atEndOf = (source: SourceText, { end }: Statement): SourcePlace => ({
  key: `${source.name} ${end - 1}`,
  where: 'end of function',
  ...quoted(source, end - 1),
})

/** Returns the end of the function that is called before the next instruction, in one statement with it. */
function endOfCallee(after: Framed, earlier: readonly Framed[], depth: number): SourcePlace | undefined {
  const last = earlier.map(({ frames }) => frames[depth])
  const [one] = last
  if (one === undefined || earlier.some((it) => common(it, after) !== depth)) return undefined
  const body = around(one).find(({ isFunction }) => isFunction)
  if (body === undefined || last.some((it) => it?.source !== one.source || !contains(body, it.offset))) return undefined
  return endOfBody(
    one.source,
    body,
    last.flatMap((it) => (it === undefined ? [] : [it.offset])),
  )
}

/** Returns the end of the body of a function, before its `return`; undefined if a `return` is elsewhere, or has effects. */
export function endOfBody(source: SourceText, body: Statement, effects: readonly number[]): SourcePlace | undefined {
  const returns = returnsIn(source, body)
  const [only] = returns
  if (only === undefined) return atEndOf(source, body)
  const isLast = returns.length === 1 && body.inside.at(-1) === only
  return isLast && !effects.some((offset) => contains(only, offset)) ? beforeOne(source, only, body) : undefined
}

const returnsIn = (source: SourceText, { inside }: Statement): readonly Statement[] =>
  inside.flatMap((one) =>
    one.kind === 'simple'
      ? /^return\b/.test(source.text.slice(one.start, one.end))
        ? [one]
        : []
      : returnsIn(source, one),
  )

/** Returns the place after the statement from which the instruction before comes, if the next comes from another. */
function afterStatement(after: Framed, previous: Framed | undefined): SourcePlace | undefined {
  if (previous === undefined) return undefined
  const depth = common(previous, after)
  const frame = previous.frames[depth]
  const [innermost, parent] = frame === undefined ? [] : around(frame)
  if (frame === undefined || innermost === undefined || innermost.kind !== 'simple') return undefined
  const { source } = frame
  const next = after.frames[depth]
  if (next?.source === source && contains(innermost, next.offset)) return undefined
  return {
    key: `${source.name} after ${innermost.end}`,
    where: 'after',
    ...quoted(source, innermost.start),
    ...(parent !== undefined && parent.kind !== 'block' && parent.kind !== 'simple' ? { needsBraces: true } : {}),
  }
}

/** Returns the statement within which the place is. */
function within(after: Framed, earlier: readonly Framed[]): SourcePlace | undefined {
  const key = [after, ...earlier].map(({ frames }) => frameKey(frames.at(-1))).join(' ')
  const frame = after.frames.at(-1) ?? earlier.findLast(({ frames }) => frames.length > 0)?.frames.at(-1)
  if (frame === undefined) return undefined
  return { key, where: 'within', ...quoted(frame.source, frame.offset) }
}

const frameKey = (frame: Frame | undefined): string =>
  frame === undefined ? '' : `${frame.source.name} ${frame.offset}`
