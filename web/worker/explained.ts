/** Explains why an outcome is forbidden or allowed, as the page shows it. */

import type { Model } from '../../axioms/algebra/terms.js'
import { chainWitness } from '../../explain/document.js'
import { type Explanation, reasonFor, repairsFor } from '../../explain/explain.js'
import { explanationText, repairsLines } from '../../explain/text/explanation.js'
import type { Program, Question } from '../../litmus/program.js'
import type { Witness } from '../../report/witness.js'
import { witnessOf } from '../../witness/build.js'
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
  return {
    text: explanationText(test, question, model.name, explanation),
    pictures: executionsOf(explanation, model, question).map((one) => shownOf(test, one, drawing)),
    isAllowed: explanation.kind === 'allowed',
  }
}

/** Returns what an explanation is about: the execution that is allowed, or those to which axioms object. */
function executionsOf(explanation: Explanation, model: Model, question: Question): readonly Witness[] {
  if (explanation.kind === 'allowed') {
    const { graph, execution } = explanation
    return [witnessOf({ graph, model, execution, question })]
  }
  if (explanation.kind !== 'forbidden') return []
  return explanation.sets.flatMap(({ objections }) =>
    objections.map((one) => chainWitness(explanation.graph, model, one.execution, question, one)),
  )
}

/** Returns the changes that would forbid an allowed outcome, as text. */
export const remedies = (test: Program, question: Question, model: Model, { solver, progress }: Working): string =>
  repairsLines(test, question, repairsFor(test, question, solver, { model, progress }))
    .slice(1)
    .join('\n')
