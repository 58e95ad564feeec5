/** Explanations in the formats that are written. */

import { match, P } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import { chainWitness, explanationOf } from '../../explain/document.js'
import type { Explanation } from '../../explain/explain.js'
import { reasonLines } from '../../explain/text/explanation.js'
import type { Program, Question } from '../../litmus/program.js'
import type { Witness } from '../../report/witness.js'
import { witnessOf } from '../../witness/build.js'
import { witnessSvg } from '../../witness/picture/svg.js'
import { type TextOptions, witnessText } from '../../witness/text.js'
import { type Drawn, viewOf } from '../../witness/view.js'
import { jsonText } from '../console/json.js'
import type { ExplainFormat } from './command.js'

export interface ExplainedQuestion {
  readonly question: Question
  readonly explanation: Explanation
}

/**
 * Returns explanations as a picture, or as JSON: one document if one question is explained, and a list of documents if
 * there are several.
 */
export const renderExplanations = (
  test: Program,
  model: Model,
  explained: readonly ExplainedQuestion[],
  format: Exclude<ExplainFormat, 'text'>,
  drawn: Drawn,
): string =>
  match(format)
    .with('svg', () =>
      witnessSvg(
        explained.flatMap((one) => picturesOf(model, one)),
        drawn,
      ),
    )
    .with('json', () => {
      const documents = explained.map(({ question, explanation }) => explanationOf(test, question, model, explanation))
      return jsonText(documents.length === 1 ? documents[0] : documents)
    })
    .exhaustive()

/** Returns the answer and its reason as text, with an execution. */
export const reasonText = (
  test: Program,
  model: Model,
  { question, explanation }: ExplainedQuestion,
  texts: TextOptions,
): string => {
  const witness = explanation.kind === 'allowed' ? allowedWitness(model, question, explanation) : undefined
  const execution =
    witness === undefined
      ? undefined
      : { lines: [witnessText(witness, texts)], isShown: viewOf(witness, texts).isShown }
  return reasonLines(test, question, model.name, explanation, execution).join('\n')
}

const allowedWitness = (
  model: Model,
  question: Question,
  { graph, execution }: Extract<Explanation, { kind: 'allowed' }>,
): Witness => witnessOf({ graph, model, execution, question })

/** Returns the execution with the chain of each objection; if the outcome is allowed, the plain execution. */
const picturesOf = (model: Model, { question, explanation }: ExplainedQuestion): readonly Witness[] =>
  match(explanation)
    .with({ kind: 'allowed' }, (allowed) => [allowedWitness(model, question, allowed)])
    .with({ kind: 'forbidden', liveness: { kind: 'hangs', always: true } }, ({ graph, liveness: { execution } }) => [
      witnessOf({ graph, model, execution }),
    ])
    .with({ kind: 'forbidden' }, ({ graph, sets }) =>
      sets.flatMap(({ objections }) =>
        objections.map((one) => chainWitness(graph, model, one.execution, question, one)),
      ),
    )
    .with({ kind: P.union('undecided', 'not covered') }, () => [])
    .exhaustive()
