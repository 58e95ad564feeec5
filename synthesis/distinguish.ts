/** The tests that tell two models apart: one forbids what the other allows. */

import { must } from '../source/must.js'
import { automorphisms, canonical } from './canonical.js'
import { beyond, type Compiled } from './compiled.js'
import { hasCopies } from './copies.js'
import type { Found } from './generate.js'
import { judges, objections } from './judge.js'
import { outcomesOf } from './outcomes.js'
import { weakerOutcomes } from './relaxed.js'
import type { Sketch } from './sketch.js'
import type { Vocabulary } from './vocabulary.js'
import { isBelow, type Ladder, laddersOf, type Rungs, strengthsAt } from './weakest.js'

export interface Difference extends Found {
  /** The model that forbids the outcome. */
  readonly forbids: 'first' | 'second'
  /** The number of steps from the weakest strengths; a smaller number is weaker. */
  readonly weight: number
}

/**
 * Finds the tests of sketches that tell two models apart: each outcome with the weakest strengths with which one model
 * forbids it, if the other allows it with them. If it does not with any of these, it does not with stronger ones.
 * With copies, none of these strengths may make an execution undefined, and stronger ones are searched where they do.
 * An outcome that says more than one which tells the models apart with the same strengths is left out.
 */
export function distinguishing(
  first: Compiled,
  second: Compiled,
  vocabulary: Vocabulary,
): (sketch: Sketch) => readonly Difference[] {
  const [firstOf, secondOf] = [judges(first, vocabulary), judges(second, vocabulary)]
  // An execution that one model forbids and the other allows breaks a demand that the other lacks.
  const [byFirst, bySecond] = [
    objections(beyond(first, second), vocabulary),
    objections(beyond(second, first), vocabulary),
  ]
  return (sketch) => {
    const [firstObjects, secondObjects] = [byFirst(sketch), bySecond(sketch)]
    const ladders = laddersOf(sketch, vocabulary)
    const isSame = automorphisms(sketch)
    const byText = new Map<string, Difference>()
    for (const outcome of outcomesOf(sketch, vocabulary))
      for (const forbids of ['first', 'second'] as const) {
        const [objects, by, to] =
          forbids === 'first' ? [firstObjects, firstOf, secondOf] : [secondObjects, secondOf, firstOf]
        if (!objects(outcome) || !isSame.isFirst(outcome)) continue
        const question = by(sketch).ask(outcome)
        if (question.isAlwaysAllowed) continue
        const other = to(sketch).ask(outcome)
        if (other.isNever()) continue
        const isUndefined = (at: Rungs): boolean => by(sketch).isUndefined(at) || to(sketch).isUndefined(at)
        const weakest = question.weakest().filter((at) => !other.isForbidden(at))
        for (const at of hasCopies(sketch) ? defined(weakest, ladders, other.isForbidden, isUndefined) : weakest) {
          // An allowed outcome stays allowed if it states less.
          if (weakerOutcomes(sketch, outcome).some((less) => by(sketch).ask(less).isForbidden(at))) continue
          const labelled = { sketch, strengths: strengthsAt(ladders, at) }
          const key = canonical({ ...labelled, outcome })
          byText.set(key, { labelled, outcome, canonical: key, forbids, weight: weightOf(at, ladders) })
        }
      }
    return [...byText.values()]
  }
}

/**
 * Returns the weakest strengths with which nothing is undefined, among these and those above them that the other model
 * does not forbid. Stronger ones may or may not be free of undefined behaviour.
 */
function defined(
  weakest: readonly Rungs[],
  ladders: readonly Ladder[],
  isForbidden: (at: Rungs) => boolean,
  isUndefined: (at: Rungs) => boolean,
): readonly Rungs[] {
  const rungs: Rungs[] = []
  const seen = new Set<string>()
  const open = [...weakest]
  for (const at of open) {
    const key = at.join()
    if (seen.has(key) || isForbidden(at)) continue
    seen.add(key)
    if (isUndefined(at)) open.push(...oneStepAbove(at, ladders))
    else rungs.push(at)
  }
  return rungs.filter((high) => !rungs.some((low) => low !== high && isBelow(ladders, low, high)))
}

const oneStepAbove = (at: Rungs, ladders: readonly Ladder[]): readonly Rungs[] =>
  at.flatMap((rung, i) => {
    const { strengths, next } = must(ladders[i], 'a ladder')
    return strengths.flatMap((_, above) => (next(above).includes(rung) ? [at.with(i, above)] : []))
  })

/** Returns the number of steps from these rungs to the weakest. */
const weightOf = (at: Rungs, ladders: readonly Ladder[]): number =>
  at.reduce((sum, rung, i) => sum + must(ladders[i], 'a ladder').height(rung), 0)
