/** The tests that are one step weaker than a test, which is minimal if all of them are allowed. */

import { must } from '../source/must.js'
import type { Labelled } from './program.js'
import { relaxationsOf, weakerOutcomes } from './relaxed.js'
import { type Outcome, slotsOf } from './sketch.js'
import { type Vocabulary, weaker } from './vocabulary.js'

export interface WeakeningStep {
  readonly labelled: Labelled
  readonly outcome: Outcome
}

/**
 * Returns the steps to weaker tests: the next weaker strengths of an instruction, one instruction less, an atomic split
 * in two, one dependency less, or an outcome that says less (Lustig et al., ASPLOS 2017).
 */
export const stepsOf = (
  { sketch, strengths }: Labelled,
  outcome: Outcome,
  vocabulary: Vocabulary,
): readonly WeakeningStep[] => [
  ...slotsOf(sketch).flatMap(({ slot, position }) =>
    weaker(slot, must(strengths[position], 'a strength'), vocabulary).map((one) => ({
      labelled: { sketch, strengths: strengths.with(position, one) },
      outcome,
    })),
  ),
  ...relaxationsOf(sketch).map((one) => ({
    labelled: { sketch: one.sketch, strengths: one.strengths(strengths) },
    outcome: one.outcome(outcome),
  })),
  ...weakerOutcomes(sketch, outcome).map((one) => ({ labelled: { sketch, strengths }, outcome: one })),
]
