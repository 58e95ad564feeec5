/** Explains why an outcome is forbidden or allowed, as the page shows it. */

import type { Model } from '../../axioms/algebra/terms.js'
import { chainWitness } from '../../explain/document.js'
import { reasonFor, repairsFor } from '../../explain/explain.js'
import { explanationText, repairsLines } from '../../explain/text/explanation.js'
import type { Program, Question } from '../../litmus/program.js'
import type { Explained } from '../protocol.js'
import type { Working } from './decider.js'
import { type Drawing, shownOf } from './execution-view.js'

/** Returns why, without repairs. */
export function explained(
  test: Program,
  question: Question,
  model: Model,
  { solver, progress, drawing }: Working & { readonly drawing: Drawing },
): Explained {
  const explanation = reasonFor(test, question, solver, { model, progress })
  const pictures =
    explanation.kind !== 'forbidden'
      ? []
      : explanation.sets.flatMap(({ objections }) =>
          objections.map((one) =>
            shownOf(test, chainWitness(explanation.graph, model, one.execution, question, one), drawing),
          ),
        )
  return {
    text: explanationText(test, question, model.name, explanation),
    pictures,
    isAllowed: explanation.kind === 'allowed',
  }
}

/** Returns the changes that would forbid an allowed outcome, as text. */
export const remedies = (test: Program, question: Question, model: Model, { solver, progress }: Working): string =>
  repairsLines(test, question, repairsFor(test, question, solver, { model, progress }))
    .slice(1)
    .join('\n')
