/** The minimal forbidden tests of a model: forbidden, and allowed after any one step of weakening (Lustig et al., ASPLOS 2017). */

import { automorphisms, canonical } from './canonical.js'
import type { Compiled } from './compiled.js'
import { type Judge, judges, type Question } from './judge.js'
import { outcomesOf } from './outcomes.js'
import type { Labelled } from './program.js'
import { type Relaxation, relaxationsOf, weakerOutcomes } from './relaxed.js'
import type { Outcome, Sketch } from './sketch.js'
import { needingDependencies } from './thin-air.js'
import type { Vocabulary } from './vocabulary.js'
import { descended, isBelow, type Rungs, strengthsAt, weakest } from './weakest.js'

export interface Found {
  readonly labelled: Labelled
  readonly outcome: Outcome
  /** Equal for tests that are the same up to symmetry. */
  readonly canonical: string
}

/** A step to a weaker sketch, with what the model says of it. */
interface Relaxed extends Relaxation {
  readonly judge: Judge
  readonly question: Question
}

/** Finds the minimal tests of sketches, each once. */
export function minimal(model: Compiled, vocabulary: Vocabulary): (sketch: Sketch) => readonly Found[] {
  const judgeOf = judges(model, vocabulary)
  const outcomesIn = vocabulary.dependencies === 'in cycles' ? needingDependencies(model, vocabulary) : () => () => true
  return (sketch) => {
    const mayBeMinimal = outcomesIn(sketch)
    if (mayBeMinimal === undefined) return []
    const { ladders, ask } = judgeOf(sketch)
    const isSame = automorphisms(sketch)
    const relaxations = relaxationsOf(sketch)
    const found = new Map<string, Found>()
    for (const outcome of outcomesOf(sketch, vocabulary)) {
      if (!mayBeMinimal(outcome)) continue
      const { isAlwaysAllowed, isForbidden } = ask(outcome)
      if (isAlwaysAllowed || !isSame.isFirst(outcome)) continue
      const outcomes = weakerOutcomes(sketch, outcome).map(ask)
      // What no strengths allow is of no interest if it is weaker.
      if (outcomes.some(({ isNever }) => isNever())) continue
      const relaxed: Relaxed[] = []
      const isNever = relaxations.some((one) => {
        const judge = judgeOf(one.sketch)
        const question = judge.ask(one.outcome(outcome))
        relaxed.push({ ...one, judge, question })
        return question.isNever()
      })
      if (isNever) continue
      // What is no smaller is asked as seldom as possible, the others once for all tests that relax to them.
      const [larger, smaller] = partition(relaxed, (one) => one.judge.ladders.length > ladders.length)
      const passed = [
        ...outcomes.flatMap((one) => one.weakest()),
        ...smaller.flatMap(({ judge, question, lifted }) =>
          question.weakest().flatMap((at) => lifted(at, judge.ladders, ladders)),
        ),
      ]
      const split = (at: Rungs): Rungs | undefined => {
        for (const { judge, question, lowered, lifted } of larger) {
          const own = lowered(at, judge.ladders, ladders)
          if (question.isForbidden(own))
            return lifted(descended(own, judge.ladders, question.isForbidden), judge.ladders, ladders).find((one) =>
              isBelow(ladders, one, at),
            )
        }
        return undefined
      }
      for (const rungs of weakest(ladders, isForbidden, passed, split)) {
        const labelled = { sketch, strengths: strengthsAt(ladders, rungs) }
        const key = canonical({ ...labelled, outcome })
        found.set(key, { labelled, outcome, canonical: key })
      }
    }
    return [...found.values()]
  }
}

function partition<T>(list: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [list.filter(isFirst), list.filter((one) => !isFirst(one))]
}
