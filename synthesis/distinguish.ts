/** The tests that tell two models apart: one forbids what the other allows. */

import { must } from '../source/must.js'
import { automorphisms, canonical } from './canonical.js'
import type { Compiled } from './compiled.js'
import type { Found } from './generate.js'
import { judges } from './judge.js'
import { outcomesOf } from './outcomes.js'
import type { Sketch } from './sketch.js'
import type { Vocabulary } from './vocabulary.js'
import { type Ladder, type Rungs, strengthsAt } from './weakest.js'

export interface Difference extends Found {
  /** The model that forbids the outcome. */
  readonly forbids: 'first' | 'second'
  /** How far the instructions are from their weakest, in steps; the less, the weaker. */
  readonly weight: number
}

/**
 * Finds the tests of sketches that tell two models apart: each outcome with the weakest strengths with which one model forbids it, if the
 * other allows it with them. If it does not with any of these, it does not with stronger ones.
 */
export function distinguishing(
  first: Compiled,
  second: Compiled,
  vocabulary: Vocabulary,
): (sketch: Sketch) => readonly Difference[] {
  const [firstOf, secondOf] = [judges(first, vocabulary), judges(second, vocabulary)]
  return (sketch) => {
    const { ladders, ask: askFirst } = firstOf(sketch)
    const { ask: askSecond } = secondOf(sketch)
    const isSame = automorphisms(sketch)
    const found = new Map<string, Difference>()
    for (const outcome of outcomesOf(sketch, vocabulary)) {
      const [one, other] = [askFirst(outcome), askSecond(outcome)]
      if ((one.isAlwaysAllowed && other.isAlwaysAllowed) || !isSame.isFirst(outcome)) continue
      for (const [forbids, by, to] of [
        ['first', one, other],
        ['second', other, one],
      ] as const) {
        if (by.isAlwaysAllowed || to.isNever()) continue
        for (const at of by.weakest()) {
          if (to.isForbidden(at)) continue
          const labelled = { sketch, strengths: strengthsAt(ladders, at) }
          const key = canonical({ ...labelled, outcome })
          found.set(key, { labelled, outcome, canonical: key, forbids, weight: weightOf(at, ladders) })
        }
      }
    }
    return [...found.values()]
  }
}

/** How many steps of their ladders are below these rungs. */
const weightOf = (at: Rungs, ladders: readonly Ladder[]): number =>
  at.reduce((sum, rung, i) => sum + must(ladders[i], 'a ladder').strengths.length - 1 - rung, 0)
