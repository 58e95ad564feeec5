/**
 * Places inside a function that kernels call: of a fence beside the atomic of a lock's `acquire()` rather than at each
 * call of it, and of a barrier at the start of a grid barrier that is written by hand. A change there is one of all
 * calls, so each of them gets the fence, or the barrier.
 */

import { factsOf } from '../litmus/facts.js'
import { type Instruction, isBarrier } from '../litmus/instruction.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import { compiledFrom } from '../source/compiled.js'
import { groupBy } from '../source/group.js'
import { memoisedWeakly } from '../source/memoised-weakly.js'
import type { Statement } from '../source/statements.js'
import { position, type SourceText, span } from '../source/text.js'
import { deviceTexts, startOfLine } from './lines.js'
import { effectsBefore, hasEffect } from './neighbours.js'
import type { Repair } from './repair.js'
import {
  around,
  beforeOne,
  contains,
  endOfBody,
  type Frame,
  type Framed,
  framed,
  isSame,
  type SourcePlace,
} from './source-places.js'

/** A place in a function of the source, and where the compiled texts have it. */
export interface HelperPlace {
  readonly place: SourcePlace
  /** One or more for each call that the compiler put into its caller. */
  readonly ats: readonly Place[]
}

type Place = Pick<Repair, 'thread' | 'at'>

/**
 * Returns the place of a fence before an instruction if that is the start or the end of a function which a kernel calls,
 * and the fence belongs to a strong access there. Undefined if the place is in the kernel itself, or if some call of the
 * function has no such place in its compiled text.
 */
export const helperPlaceOf = (program: Program, { thread, at }: Place): HelperPlace | undefined =>
  helpersIn(program).get(`${thread} ${at}`)

/**
 * Returns the place of a barrier before an index if that is the start of a function which a kernel calls, and the
 * function itself synchronises: it has a barrier or a strong access. Undefined as for a fence.
 */
export function helperPlaceOfBarrier(program: Program, { thread, at }: Place): HelperPlace | undefined {
  const { instructions } = threadAt(program.threads, thread)
  // What is computed for the first effect of the function may come before the place, or after it.
  const first = instructions.findIndex((one, i) => i >= at && (hasEffect(one) || isJoint(one)))
  const one = instructions[first]
  return one === undefined || !hasEffect(one)
    ? undefined
    : barriersIn(program).get(`${thread} ${startOfLine(instructions, first)}`)
}

/** Returns whether other paths come to an instruction, or it leads elsewhere. */
const isJoint = ({ kind }: Instruction): boolean => kind === 'label' || kind === 'branch'

type Places = ReadonlyMap<string, HelperPlace>

// Between two functions, the start of the second comes first: a fence before a write that releases orders more.
const helpersIn = memoisedWeakly(
  (program: Program): Places => placesIn(edgesOf(program), ['start', 'end'], ({ isStrong }) => isStrong),
)

const barriersIn = memoisedWeakly(
  (program: Program): Places => placesIn(edgesOf(program), ['start'], ({ synchronises }) => synchronises),
)

const edgesOf = memoisedWeakly((program: Program): readonly Edge[] =>
  deviceTexts(program).flatMap(([thread, text]) =>
    isCompiled(text) && callsSynchronising(text.instructions) ? edgesIn(thread, text.instructions) : [],
  ),
)

/** Returns the places that are wanted at one of the edges, by thread and index; those of the first side come first. */
function placesIn(edges: readonly Edge[], sides: readonly Edge['side'][], isWanted: (edge: Edge) => boolean): Places {
  const places = new Map<string, HelperPlace>()
  for (const side of sides) {
    const ofSide = edges.filter((one) => one.side === side).toSorted((a, b) => b.depth - a.depth)
    for (const some of groupBy(ofSide, ({ call }) => `${call.source.name} ${call.body.start}`).values()) {
      const found = some.some(isWanted) ? placeOfAll(some) : undefined
      for (const { thread, at } of found?.ats ?? []) {
        const key = `${thread} ${at}`
        if (found !== undefined && !places.has(key)) places.set(key, found)
      }
    }
  }
  return places
}

/** A function where it is called: the places from the kernel on, up to that of the call, and its own body. */
interface Call {
  readonly callers: readonly Frame[]
  readonly source: SourceText
  readonly body: Statement
  readonly name: string
}

/** A way into a call, or out of it. */
interface Edge extends Place {
  readonly call: Call
  readonly depth: number
  readonly side: 'start' | 'end'
  /** Undefined if other paths come there, too, or if the source has no such place. */
  readonly place: SourcePlace | undefined
  /** True if the access beside it is strong, and the fence would make it release or acquire (ISA 8.8). */
  readonly isStrong: boolean
  /** True if the function that is called has a barrier, or a strong access. */
  readonly synchronises: boolean
}

/** Returns the place that all ways into a function, or out of it, have in common. */
function placeOfAll(edges: readonly [Edge, ...Edge[]]): HelperPlace | undefined {
  const [{ place, call }] = edges
  if (place === undefined || edges.some((one) => one.place?.key !== place.key)) return undefined
  const lines = edges.flatMap((one) => one.call.callers.slice(-1)).map(lineOf)
  const calls = [...groupBy(lines, ({ file, line }) => `${file}:${line}`).values()].map(([one]) => one)
  return {
    place: { ...place, key: `${place.key} in ${call.name}`, helper: { name: call.name, calls } },
    ats: edges.map(({ thread, at }) => ({ thread, at })),
  }
}

function lineOf({ source, offset }: Frame): { readonly file: string; readonly line: number } {
  const { file, line } = position(span(source, offset, offset))
  return { file, line }
}

/** Returns whether an access is strong, and reads or writes as given: with a fence before it, a write releases. */
const isStrong = (one: Instruction | undefined, ...how: readonly ('load' | 'store')[]): boolean =>
  one !== undefined &&
  (one.kind === 'atomic' || how.some((kind) => kind === one.kind)) &&
  'order' in one &&
  one.order !== 'weak'

const isSynchronising = (one: Instruction): boolean => isBarrier(one) || isStrong(one, 'load', 'store')

/** Returns whether a function that is called has a barrier, or a strong access. */
const callsSynchronising = (instructions: readonly Instruction[]): boolean =>
  instructions.some((one) => isSynchronising(one) && (compiledFrom(one.span)?.calls.length ?? 0) > 0)

/** Returns the ways into calls, and out of them; none if the place of an instruction in the source is unknown. */
function edgesIn(thread: number, instructions: readonly Instruction[]): readonly Edge[] {
  const outside: Framed = { frames: [], writes: false }
  const frames = instructions.map((one, at) => (hasEffect(one) ? framed(instructions, at) : outside))
  const calls = frames.map((one) => one?.frames.map((_, depth) => (depth === 0 ? undefined : callOf(one, depth))))
  const isKnown = (at: number): boolean =>
    frames[at] !== undefined && calls[at]?.every((call, depth) => depth === 0 || call !== undefined) === true
  if (!instructions.every((_, at) => isKnown(at))) return []
  const framesAt = (at: number | 'start' | 'end'): Framed =>
    (typeof at === 'number' ? frames[at] : undefined) ?? outside
  /** The access that is executed last in a call before its end, as the text has them. */
  const lastIn = (call: Call, before: number): Instruction | undefined =>
    instructions.findLast(
      (one, at) => at < before && factsOf(one).accesses && depthIn(framesAt(at), call) !== undefined,
    )
  const synchronises = (call: Call): boolean =>
    instructions.some((one, at) => isSynchronising(one) && depthIn(framesAt(at), call) !== undefined)
  return [...instructions.keys(), instructions.length].flatMap((at): readonly Edge[] => {
    const one = instructions[at]
    if (one !== undefined && !hasEffect(one) && factsOf(one).family !== 'end') return []
    const after = framesAt(at)
    const before = effectsBefore(instructions, at)
    const earlier = before.map(framesAt)
    const place = startOfLine(instructions, at)
    const entered = (calls[at] ?? []).flatMap((call, depth): readonly Edge[] => {
      if (call === undefined || earlier.every((from) => goesOn(from, after, call, depth))) return []
      const isOnly = !earlier.some((from) => goesOn(from, after, call, depth))
      const own = isOnly ? startOf(call, after.frames[depth]) : undefined
      const isReleasing = isStrong(one, 'store')
      const edge = { call, depth, thread, at: place, synchronises: synchronises(call) }
      return [{ ...edge, side: 'start', place: own, isStrong: isReleasing }]
    })
    const left = before.flatMap((index): readonly Edge[] =>
      ((typeof index === 'number' ? calls[index] : undefined) ?? []).flatMap((call, depth): readonly Edge[] => {
        if (call === undefined || goesOn(framesAt(index), after, call, depth)) return []
        const offsets = earlier.map((from) => (depthIn(from, call) === undefined ? undefined : from.frames[depth]))
        const own = offsets.every((offset) => offset !== undefined)
          ? endOfBody(
              call.source,
              call.body,
              offsets.map(({ offset }) => offset),
            )
          : undefined
        const isAcquiring = isStrong(lastIn(call, at), 'load')
        const edge = { call, depth, thread, at: place, synchronises: synchronises(call) }
        return [{ ...edge, side: 'end', place: own, isStrong: isAcquiring }]
      }),
    )
    return [...entered, ...left]
  })
}

/** Returns the call in which an instruction is at a depth; undefined if it is in no function of the source with a name. */
function callOf({ frames }: Framed, depth: number): Call | undefined {
  const frame = frames[depth]
  const statements = frame === undefined ? [] : around(frame)
  const at = statements.findIndex(({ isFunction }) => isFunction)
  const [body, whole, ...outer] = statements.slice(Math.max(at, 0))
  if (frame === undefined || at === -1 || body === undefined || whole === undefined) return undefined
  if (outer.some(({ isFunction }) => isFunction)) return undefined
  const { source } = frame
  const head = source.text.slice(whole.start, body.start).replace(/__\w+__\s*\([^()]*\)/g, '')
  const [, name] = /([\w~]+)\s*\(/.exec(head) ?? []
  return name === undefined ? undefined : { callers: frames.slice(0, depth), source, body, name }
}

/** Returns the depth at which an instruction is in a call; undefined if it is not. */
function depthIn({ frames }: Framed, { callers, source, body }: Call): number | undefined {
  const frame = frames[callers.length]
  const isThere = frame?.source === source && contains(body, frame.offset)
  return isThere && callers.every((one, i) => isSame(one, frames[i])) ? callers.length : undefined
}

/**
 * Returns whether a call goes on from one instruction to the next. Copies of an unrolled loop have the same places, so a
 * step back without a loop in the function is another call.
 */
function goesOn(from: Framed, after: Framed, call: Call, depth: number): boolean {
  if (depthIn(from, call) === undefined || depthIn(after, call) === undefined) return false
  const [one, next] = [from.frames[depth], after.frames[depth]]
  if (one === undefined || next === undefined) return false
  const isAgain =
    one.offset > next.offset ||
    (from.writes &&
      from.frames.length === after.frames.length &&
      from.frames.every((frame, i) => isSame(frame, after.frames[i])))
  return !isAgain || around(next).some((loop) => loop.kind === 'loop' && isInBoth(loop, call, one, next))
}

const isInBoth = (loop: Statement, { body }: Call, one: Frame, next: Frame): boolean =>
  contains(body, loop.start) && contains(loop, one.offset) && contains(loop, next.offset)

/** Returns the place before the first statement of a function that has an effect, if it is in no branch and no loop. */
function startOf({ source, body }: Call, frame: Frame | undefined): SourcePlace | undefined {
  if (frame === undefined) return undefined
  const [innermost, ...outer] = around(frame)
  if (innermost === undefined || innermost.kind === 'block') return undefined
  if (innermost.headEnd !== undefined && frame.offset >= innermost.headEnd) return undefined
  const parents = outer.slice(0, outer.indexOf(body) + 1)
  return parents.length > 0 && parents.every(({ kind }) => kind === 'block')
    ? beforeOne(source, innermost, body)
    : undefined
}
