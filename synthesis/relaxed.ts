/**
 * The tests that are one step weaker than a test, other than by the strength of an instruction (Lustig et al., ASPLOS
 * 2017).
 */

import { must } from '../source/must.js'
import { tidied } from './copies.js'
import {
  type Access,
  isAccess,
  isCopy,
  type Outcome,
  type Placed,
  type Sketch,
  type Slot,
  type Source,
  slotsOf,
} from './sketch.js'
import { type Strength, strengthOf } from './vocabulary.js'
import type { Ladder, Rungs } from './weakest.js'

/** A sketch that is one step weaker, and how strengths and outcomes are carried over to it. */
export interface Relaxation {
  readonly sketch: Sketch
  readonly strengths: (own: readonly Strength[]) => readonly Strength[]
  readonly outcome: (own: Outcome) => Outcome
  /** Returns the same by the rungs of ladders. */
  readonly lowered: (own: Rungs, relaxed: readonly Ladder[], ladders: readonly Ladder[]) => Rungs
  /**
   * Returns the weakest strengths of the sketch for which those of the relaxation are at least the given ones. A fence
   * may be weakest in two ways.
   */
  readonly lifted: (relaxed: Rungs, ladders: readonly Ladder[], own: readonly Ladder[]) => readonly Rungs[]
}

/**
 * Returns the relaxations of a sketch: without one instruction, with an atomic split in two, or without a dependency.
 */
export const relaxationsOf = (sketch: Sketch): readonly Relaxation[] =>
  slotsOf(sketch).flatMap((placed) => {
    const { slot } = placed
    return [
      replaced(sketch, placed, []),
      ...(isAccess(slot) && slot.data !== undefined
        ? [replaced(sketch, placed, [{ slot: withoutData(slot), strength: (own) => own }])]
        : []),
      ...(slot.kind === 'atomic'
        ? [
            replaced(sketch, placed, [
              { slot: { ...withoutData(slot), kind: 'read' }, strength: ofRead },
              { slot: { ...slot, kind: 'write' }, strength: ofWrite },
            ]),
          ]
        : []),
    ]
  })

/**
 * Returns the outcomes that leave one more thing open: what an atomic returns, what a copy reads, and which write is
 * the last.
 */
export const weakerOutcomes = (sketch: Sketch, outcome: Outcome): readonly Outcome[] => [
  ...slotsOf(sketch).flatMap(({ slot, position }) =>
    (slot.kind === 'atomic' || isCopy(slot)) && outcome.sources[position] !== undefined
      ? [tidied(sketch, { ...outcome, sources: outcome.sources.with(position, undefined) })]
      : [],
  ),
  ...outcome.last.flatMap((last, location) =>
    last === undefined ? [] : [tidied(sketch, { ...outcome, last: outcome.last.with(location, undefined) })],
  ),
]

const withoutData = ({ kind, location, path }: Access): Access => ({ kind, location, path })

const ofRead = ({ order, scope }: Strength): Strength =>
  strengthOf(order === 'acq_rel' || order === 'acquire' ? 'acquire' : 'relaxed', scope)
const ofWrite = ({ order, scope }: Strength): Strength =>
  strengthOf(order === 'acq_rel' || order === 'release' ? 'release' : 'relaxed', scope)

interface Part {
  readonly slot: Slot
  readonly strength: (own: Strength) => Strength
}

/**
 * Replaces one instruction by others. Reads of its write now read the last of these, or are open; the first of these
 * reads what it read.
 */
function replaced(sketch: Sketch, at: Placed, by: readonly Part[]): Relaxation {
  const shift = by.length - 1
  const moved = (position: number): number | undefined => {
    if (position < at.position) return position
    return position === at.position && by.length === 0 ? undefined : position + shift
  }
  const source = (one: Source | undefined): Source | undefined =>
    one === undefined || one === 'initial' ? one : moved(one)
  const readBy = (slot: Slot): Slot => {
    if (!isAccess(slot) || slot.data === undefined || slot.data < at.index) return slot
    if (slot.data > at.index) return { ...slot, data: slot.data + shift }
    return by.length === 0 ? withoutData(slot) : slot
  }
  const threads = sketch.threads.map((slots, thread) =>
    thread === at.thread
      ? [...slots.slice(0, at.index), ...by.map(({ slot }) => slot), ...slots.slice(at.index + 1).map(readBy)]
      : slots,
  )
  const isThere = (_: unknown, thread: number): boolean => (threads[thread]?.length ?? 0) > 0
  const relaxed = { threads: threads.filter(isThere), places: sketch.places.filter(isThere) }
  return {
    sketch: relaxed,
    strengths: (own) => {
      const strength = must(own[at.position], 'a strength')
      return own.toSpliced(at.position, 1, ...by.map((part) => part.strength(strength)))
    },
    lowered: (own, relaxed, ladders) => {
      const strength = must(ladders[at.position]?.strengths[own[at.position] ?? 0], 'a strength')
      const rungs = by.map((part, i) =>
        must(relaxed[at.position + i], 'a ladder').strengths.indexOf(part.strength(strength)),
      )
      return own.toSpliced(at.position, 1, ...rungs)
    },
    lifted: (relaxed, ladders, own) => {
      const ladder = must(own[at.position], 'a ladder')
      const from = relaxed.slice(at.position, at.position + by.length)
      const isEnough = (rung: number): boolean =>
        by.every((part, i) => {
          const { isBelow, strengths } = must(ladders[at.position + i], 'a ladder')
          const strength = part.strength(must(ladder.strengths[rung], 'a strength'))
          return isBelow(must(from[i], 'a rung'), strengths.indexOf(strength))
        })
      const rungs = ladder.strengths.flatMap((_, rung) =>
        isEnough(rung) && !ladder.next(rung).some(isEnough) ? [rung] : [],
      )
      return rungs.map((rung) => relaxed.toSpliced(at.position, by.length, rung))
    },
    outcome: ({ sources, last }) => {
      const from = sources.map(source)
      return tidied(relaxed, {
        sources: from.toSpliced(at.position, 1, ...by.map((_, i) => (i === 0 ? from[at.position] : undefined))),
        last: last.map(source).map((one) => (one === 'initial' ? undefined : one)),
      })
    },
  }
}
