/**
 * The weakest strengths of a sketch with which an outcome is forbidden. The search relies on monotonicity: a forbidden
 * outcome stays forbidden with stronger instructions.
 */

import { memoisedWeakly } from '../source/memoised-weakly.js'
import { must } from '../source/must.js'
import { product } from './product.js'
import { type Sketch, type Slot, slotsOf } from './sketch.js'
import { type Strength, strongest, type Vocabulary, weaker } from './vocabulary.js'

/** The rung of each slot on its ladder, by position; 0 is the strongest. */
export type Rungs = readonly number[]

/** The strengths that an instruction may have, the strongest first. */
export interface Ladder {
  readonly strengths: readonly Strength[]
  /** Returns the strengths one step weaker. */
  readonly next: (rung: number) => readonly number[]
  /** Returns how many steps lead from a rung to the weakest. */
  readonly height: (rung: number) => number
  /** Returns whether one strength equals the other, or is weaker. */
  readonly isBelow: (low: number, high: number) => boolean
  /** Returns the strongest rungs that are not above `low`, among `high` and weaker ones. */
  readonly avoiding: (high: number, low: number) => readonly number[]
}

/**
 * Returns all weakest strengths with which the outcome is forbidden and that are not as strong as one of `passed`. It
 * calls `forbids` as rarely as possible. `relaxed` returns strengths no stronger than the given ones, to be skipped
 * together with all strengths that are at least as strong; undefined if there are none.
 */
export function weakest(
  ladders: readonly Ladder[],
  forbids: (at: Rungs) => boolean,
  passed: readonly Rungs[] = [],
  relaxed: (at: Rungs) => Rungs | undefined = () => undefined,
): readonly Rungs[] {
  const minimal: Rungs[] = []
  const minima = [...passed]
  const regions: Rungs[] = [ladders.map(() => 0)]
  const seen = new Set<string>()
  for (let region = regions.pop(); region !== undefined; region = regions.pop()) {
    const top = region
    const key = top.join()
    if (seen.has(key)) continue
    seen.add(key)
    let least = minima.find((one) => isBelow(ladders, one, top))
    if (least === undefined) {
      if (!forbids(top)) continue
      least = relaxed(top)
      if (least === undefined) {
        least = descended(top, ladders, forbids)
        minimal.push(least)
      }
      minima.push(least)
    }
    // Every other one below `top` is in one instruction not as strong as this one.
    least.forEach((rung, i) => {
      for (const other of must(ladders[i], 'a ladder').avoiding(must(top[i], 'a rung'), rung))
        regions.push(top.with(i, other))
    })
  }
  return minimal
}

/** Weakens a sketch step by step, as long as the outcome is forbidden. */
export function descended(top: Rungs, ladders: readonly Ladder[], isForbidden: (at: Rungs) => boolean): Rungs {
  let at = top
  for (let i = 0; i < ladders.length; ) {
    const rung = must(at[i], 'a rung')
    const next = must(ladders[i], 'a ladder')
      .next(rung)
      .find((one) => isForbidden(at.with(i, one)))
    if (next === undefined) i += 1
    else at = at.with(i, next)
  }
  return at
}

/** Returns the weakest of all rungs: a single one, except that a fence may be weakest in two ways. */
export const lowest = (ladders: readonly Ladder[]): readonly Rungs[] => [
  ...product(
    ladders.map(({ strengths, next }) => strengths.flatMap((_, rung) => (next(rung).length === 0 ? [rung] : []))),
  ),
]

/** Returns whether all instructions are at least as weak. */
export const isBelow = (ladders: readonly Ladder[], low: Rungs, high: Rungs): boolean =>
  low.every((rung, i) => must(ladders[i], 'a ladder').isBelow(rung, must(high[i], 'a rung')))

/** Returns the ladders of a sketch, by position. */
export const laddersOf = (sketch: Sketch, vocabulary: Vocabulary): readonly Ladder[] =>
  slotsOf(sketch).map(({ slot }) => ladderOf(slot, vocabulary))

/** Returns the strengths at these rungs. */
export const strengthsAt = (ladders: readonly Ladder[], at: Rungs): readonly Strength[] =>
  at.map((rung, i) => must(ladders[i]?.strengths[rung], 'a strength'))

const wordOf = ({ order, scope }: Strength): string => `${order} ${scope ?? ''}`

const ladders = memoisedWeakly((_: Vocabulary) => new Map<string, Ladder>())

function ladderOf(slot: Slot, vocabulary: Vocabulary): Ladder {
  const top = strongest(slot, vocabulary)
  const key = `${slot.kind} ${wordOf(top)}`
  const ladder = ladders(vocabulary).get(key)
  if (ladder !== undefined) return ladder
  const strengths: Strength[] = [top]
  const next: number[][] = []
  for (let rung = 0; rung < strengths.length; rung++)
    next.push(
      weaker(slot, must(strengths[rung], 'a strength'), vocabulary).map((one) => {
        const at = strengths.findIndex((other) => wordOf(other) === wordOf(one))
        return at === -1 ? strengths.push(one) - 1 : at
      }),
    )
  const below = strengths.map((_, rung) => {
    const all = new Set([rung])
    for (const one of all) for (const lower of next[one] ?? []) all.add(lower)
    return all
  })
  const isBelow = (low: number, high: number): boolean => below[high]?.has(low) === true
  // Every step leads down, and all paths have the same length.
  const height = (rung: number): number => {
    const [lower] = next[rung] ?? []
    return lower === undefined ? 0 : 1 + height(lower)
  }
  const made: Ladder = {
    strengths,
    next: (rung) => next[rung] ?? [],
    height,
    isBelow,
    avoiding: (high, low) => {
      const avoid = [...(below[high] ?? [])].filter((one) => !isBelow(low, one))
      return avoid.filter((one) => !avoid.some((other) => other !== one && isBelow(one, other)))
    },
  }
  ladders(vocabulary).set(key, made)
  return made
}
