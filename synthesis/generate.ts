/**
 * The minimal forbidden tests of a model: forbidden, and allowed after any one step of weakening (Lustig et al., ASPLOS
 * 2017).
 */

import { once } from '../source/once.js'
import { automorphisms, canonical } from './canonical.js'
import type { Compiled } from './compiled.js'
import { judgeOf, judges, type Question } from './judge.js'
import { outcomesOf } from './outcomes.js'
import type { Labelled } from './program.js'
import { type Relaxation, relaxationsOf, weakerOutcomes } from './relaxed.js'
import { type Outcome, type Sketch, slotsOf } from './sketch.js'
import { needingDependencies } from './thin-air.js'
import type { Vocabulary } from './vocabulary.js'
import { descended, isBelow, type Ladder, type Rungs, strengthsAt, weakest } from './weakest.js'

export interface Found {
  readonly labelled: Labelled
  readonly outcome: Outcome
  /** Equal for tests that are the same up to symmetry. */
  readonly canonical: string
}

/** The verdict of the model on a step to a sketch that is not larger. */
interface Relaxed extends Pick<Relaxation, 'lifted'> {
  readonly ladders: readonly Ladder[]
  readonly question: Question
}

/**
 * Finds the minimal tests of sketches, each once. With copies, steps are judged as if nothing were undefined, and a
 * test must have no undefined behaviour.
 */
export function minimal(model: Compiled, vocabulary: Vocabulary): (sketch: Sketch) => readonly Found[] {
  // Smaller sketches are those of many others, with an instruction left out. All others are asked about once.
  const judgeOfSmaller = judges(model, vocabulary)
  const outcomesIn = vocabulary.dependencies === 'in cycles' ? needingDependencies(model, vocabulary) : () => () => true
  return (sketch) => {
    const mayBeMinimal = outcomesIn(sketch)
    if (mayBeMinimal === undefined) return []
    const { ladders, ask, isUndefined } = judgeOf(model, vocabulary, sketch)
    const isSame = automorphisms(sketch)
    const relaxations = relaxationsOf(sketch).map((one) => {
      const size = slotsOf(one.sketch).length
      const judge = once(() =>
        size < ladders.length ? judgeOfSmaller(one.sketch) : judgeOf(model, vocabulary, one.sketch),
      )
      return { ...one, size, judge }
    })
    // Larger sketches are decided last, and then only at some strengths.
    const [larger, others] = partition(relaxations, ({ size }) => size > ladders.length)
    const byText = new Map<string, Found>()
    for (const outcome of outcomesOf(sketch, vocabulary)) {
      if (!mayBeMinimal(outcome) || !isSame.isFirst(outcome)) continue
      const { isAlwaysAllowed, isForbidden } = ask(outcome)
      if (isAlwaysAllowed) continue
      const outcomes = weakerOutcomes(sketch, outcome).map(ask)
      // If no strengths allow an outcome, its weaker forms are of no interest.
      if (outcomes.some(({ isNever }) => isNever())) continue
      const relaxed: Relaxed[] = []
      const isNever = others.some(({ judge, outcome: carried, lifted }) => {
        const question = judge().ask(carried(outcome))
        relaxed.push({ ladders: judge().ladders, question, lifted })
        return question.isNever()
      })
      if (isNever) continue
      const passed = [
        ...outcomes.flatMap((one) => one.weakest()),
        ...relaxed.flatMap((one) => one.question.weakest().flatMap((at) => one.lifted(at, one.ladders, ladders))),
      ]
      const split = (at: Rungs): Rungs | undefined => {
        for (const one of larger) {
          const judge = one.judge()
          const { isForbidden } = judge.ask(one.outcome(outcome))
          const lowered = one.lowered(at, judge.ladders, ladders)
          if (isForbidden(lowered))
            return one
              .lifted(descended(lowered, judge.ladders, isForbidden), judge.ladders, ladders)
              .find((rungs) => isBelow(ladders, rungs, at))
        }
        return undefined
      }
      for (const rungs of weakest(ladders, isForbidden, passed, split)) {
        if (isUndefined(rungs)) continue
        const labelled = { sketch, strengths: strengthsAt(ladders, rungs) }
        const key = canonical({ ...labelled, outcome })
        byText.set(key, { labelled, outcome, canonical: key })
      }
    }
    return [...byText.values()]
  }
}

function partition<T>(list: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [list.filter(isFirst), list.filter((one) => !isFirst(one))]
}
