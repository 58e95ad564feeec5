/** The minimal forbidden tests of a model: forbidden, and allowed after any one step of weakening (Lustig et al., ASPLOS 2017). */

import { automorphisms, canonical } from './canonical.js'
import type { Compiled } from './compiled.js'
import { type Judge, judges } from './judge.js'
import { outcomesOf } from './outcomes.js'
import type { Labelled } from './program.js'
import { type Relaxation, relaxationsOf, weakerOutcomes } from './relaxed.js'
import type { Outcome, Sketch } from './sketch.js'
import { sketches } from './sketches.js'
import { reaches } from './space.js'
import type { Vocabulary } from './vocabulary.js'
import { descended, type Ladder, laddersOf, type Rungs, strengthsAt, weakest } from './weakest.js'

export interface Minimal {
  readonly labelled: Labelled
  readonly outcome: Outcome
  /** Equal for tests that are the same up to symmetry. */
  readonly name: string
}

export const stats = { sketches: 0, outcomes: 0, open: 0, forbids: 0, relaxed: 0 }

interface Weaker extends Relaxation {
  readonly judge: Judge
  readonly ladders: readonly Ladder[]
}

/** Finds the minimal tests of sketches, each once. */
export function minimal(model: Compiled, vocabulary: Vocabulary): (sketch: Sketch) => readonly Minimal[] {
  const judgeOf = judges(model, vocabulary)
  return (sketch) => {
    stats.sketches++
    const ladders = laddersOf(sketch, vocabulary)
    const { inTurn, contested, ruling, forbids: forbidsHere, isNever } = judgeOf(sketch)
    const top = ruling(
      strengthsAt(
        ladders,
        ladders.map(() => 0),
      ),
    )
    const isSame = automorphisms(sketch)
    let weaker: readonly Weaker[] | undefined
    const found = new Map<string, Minimal>()
    for (const outcome of outcomesOf(sketch)) {
      stats.outcomes++
      // What some interleaving of the threads reaches is allowed.
      if (inTurn.some((one) => reaches(one, outcome))) continue
      const reaching = contested.flatMap((one, i) => (reaches(one, outcome) ? [i] : []))
      if (!reaching.every(top)) continue
      if (!isSame.isFirst(outcome)) continue
      weaker ??= relaxationsOf(sketch).map((one) => ({
        ...one,
        judge: judgeOf(one.sketch),
        ladders: laddersOf(one.sketch, vocabulary),
      }))
      const outcomes = weakerOutcomes(sketch, outcome)
      // What no strengths allow is of no interest if it is weaker.
      if (outcomes.some(isNever) || weaker.some((one) => one.judge.isNever(one.outcome(outcome)))) continue
      stats.open++
      const others = weaker.map((one) => ({ ...one, weakened: one.outcome(outcome) }))
      const relaxed = (at: Rungs): Rungs | undefined => {
        stats.relaxed++
        for (const one of outcomes) {
          const forbids = (some: Rungs): boolean => forbidsHere(strengthsAt(ladders, some), one)
          if (forbids(at)) return descended(at, ladders, forbids)
        }
        for (const one of others) {
          const own = one.lowered(at, one.ladders, ladders)
          const forbids = (some: Rungs): boolean => one.judge.forbids(strengthsAt(one.ladders, some), one.weakened)
          if (forbids(own)) return one.lifted(descended(own, one.ladders, forbids), one.ladders, ladders)
        }
        return undefined
      }
      const forbids = (at: Rungs): boolean => {
        stats.forbids++
        return reaching.every(ruling(strengthsAt(ladders, at)))
      }
      for (const rungs of weakest(ladders, forbids, relaxed)) {
        const labelled = { sketch, strengths: strengthsAt(ladders, rungs) }
        const name = canonical({ ...labelled, outcome })
        found.set(name, { labelled, outcome, name })
      }
    }
    return [...found.values()]
  }
}

export function* generated(instructions: number, vocabulary: Vocabulary, model: Compiled): Generator<Minimal> {
  const minimalOf = minimal(model, vocabulary)
  for (const sketch of sketches(instructions, vocabulary)) yield* minimalOf(sketch)
}
