/**
 * Barriers at one place of a source that is several of its compiled text: the compiler moves what comes after a branch
 * into it, so that each path needs a barrier of its own.
 */

import type { Instruction } from '../litmus/instruction.js'
import type { NamedBarrier } from '../litmus/instructions/named-barriers.js'
import { ctaName } from '../litmus/position.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import type { Statement } from '../source/statements.js'
import { statementsAround, statementsOf } from '../source/statements.js'
import { deviceTexts, startOfLine } from './lines.js'
import { effectsBefore, hasEffect, type Neighbour, nextEffect } from './neighbours.js'
import { sharing } from './same-text.js'
import { type Slot, single } from './slot.js'
import { beforeOne, type Frame, kernelPlaceOf, type SourcePlace } from './source-places.js'

/** The most places of a source that are considered in a text. */
const mostPlaces = 16

/**
 * Returns a barrier before each statement of a kernel whose start is several places of the compiled text, for texts that
 * several threads of a CTA run. No thread may come back over the place: in loops there is none.
 */
export const barriersAtSource = (program: Program): readonly Slot[] =>
  deviceTexts(program).flatMap(([thread, text]) => {
    const { instructions, position } = text
    const mates = sharing(program, thread).filter((other) => {
      const one = threadAt(program.threads, other)
      return one.kind === 'device' && ctaName(one.position) === ctaName(position)
    })
    if (mates.length < 2 || !isCompiled(text)) return []
    return cutsIn(instructions).map(({ place, ats }) =>
      single(
        {
          kinds: ['barriers'],
          edits: ats.map((at) => ({ thread, at, change: { kind: 'insert', instruction: barrier(instructions, at) } })),
          prices: ['bar.sync', 'line', 'threads wait'],
          isOne: true,
          place,
        },
        { rank: 3, like: `bar.sync ${thread}`, addsOrder: false, safe: false },
      ),
    )
  })

/** Returns a barrier to which the threads of a warp may come by different paths. */
const barrier = (instructions: readonly Instruction[], at: number): NamedBarrier => {
  const beside = instructions[at] ?? instructions.at(-1)
  if (beside === undefined) throw new RangeError('an instruction')
  const { span } = beside
  return {
    ...{ kind: 'named-barrier', action: 'sync', aligned: false, threads: undefined, span },
    id: { kind: 'integer', value: 0n, span },
  }
}

/** A place of a source, and the indices before which a text has it: each path crosses one of them. */
interface Cut {
  readonly place: SourcePlace
  readonly ats: readonly number[]
}

function cutsIn(instructions: readonly Instruction[]): readonly Cut[] {
  const frames = new Map(instructions.flatMap((one, i) => (hasEffect(one) ? [[i, kernelPlaceOf(one)] as const] : [])))
  const [first] = frames.values()
  if (first === undefined) return []
  const body = statementsAround(statementsOf(first.source), first.offset).find(({ isFunction }) => isFunction)
  const isWhole = [...frames.values()].every((one) => one?.source === first.source)
  if (body === undefined || !isWhole) return []
  const cuts = statementsIn(body).flatMap((statement): readonly Cut[] => {
    const ats = cutAt(instructions, frames, statement.start)
    return ats === undefined || ats.length < 2
      ? []
      : [{ place: beforeOne(first.source, statement, undefined), ats: ats.toSorted((a, b) => a - b) }]
  })
  return cuts.slice(0, mostPlaces)
}

/** Returns the statements of a body but the first, also those in blocks that stand for themselves. */
const statementsIn = ({ inside }: Statement): readonly Statement[] =>
  inside.slice(1).flatMap((one) => (one.kind === 'block' ? statementsIn(one) : [one]))

/**
 * Returns the indices between the instructions of the source before an offset and those from it on; undefined if an
 * index there would be on other paths, too, or some path leads back.
 */
function cutAt(
  instructions: readonly Instruction[],
  frames: ReadonlyMap<number, Frame | undefined>,
  offset: number,
): readonly number[] | undefined {
  const isAfter = (one: Neighbour): boolean => {
    const frame = typeof one === 'number' ? frames.get(one) : undefined
    return frame !== undefined && frame.offset >= offset
  }
  const ats: number[] = []
  for (const at of frames.keys()) {
    const before = effectsBefore(instructions, at)
    if (!isAfter(at)) {
      if (before.some(isAfter)) return undefined
      continue
    }
    const earlier = before.filter((one) => !isAfter(one))
    if (earlier.length === 0) continue
    const places =
      earlier.length === before.length
        ? [startOfLine(instructions, at)]
        : earlier.map((one) => placeAfter(instructions, one, at))
    for (const place of places) {
      if (place === undefined) return undefined
      ats.push(place)
    }
  }
  return [...new Set(ats)]
}

/** Returns the index after an instruction from which threads come to no other than the next. */
function placeAfter(instructions: readonly Instruction[], one: Neighbour, next: number): number | undefined {
  if (typeof one !== 'number' || instructions[one]?.kind === 'branch') return undefined
  const at = one + 1
  const isLine = startOfLine(instructions, at) === at
  return isLine && nextEffect(instructions, at) === next ? at : undefined
}
