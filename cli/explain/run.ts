/** `ptx-litmus explain`: why an outcome is forbidden, or how it comes about. */

import { extname } from 'node:path'
import { match, P } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import { chainWitness, explanationOf } from '../../explain/document.js'
import { type Explanation, explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import type { Program, Question } from '../../litmus/program.js'
import type { ExitStatus } from '../../report/check.js'
import type { ExplanationDocument } from '../../report/explanation.js'
import { collect, ok, type Result, then } from '../../source/result.js'
import { witnessOf } from '../../witness/build.js'
import { witnessSvg } from '../../witness/svg.js'
import { witnessText } from '../../witness/text.js'
import type { Surroundings } from '../commandline/command.js'
import { tellErrors } from '../console/errors.js'
import { printSchema } from '../console/schema.js'
import { writeOutput } from '../input/files.js'
import { loadModel } from '../input/model.js'
import { questionNamed, testNamed } from '../input/tests.js'

export interface ExplainArguments {
  readonly words: readonly string[]
  readonly model: string
  readonly question?: string | undefined
  readonly row?: number | undefined
  readonly format?: 'text' | 'svg' | 'json' | undefined
  readonly json: boolean
  /** A file. */
  readonly output?: string | undefined
  /** Seconds for each check. */
  readonly timeout?: number | undefined
  readonly bound: number
  /** Nothing but the JSON Schema is wanted. */
  readonly schema: boolean
}

interface Explained {
  readonly question: Question
  readonly explanation: Explanation
}

/** Runs the command and gives the exit status. */
export async function explainTest(
  args: ExplainArguments,
  { solver, output: { out, err } }: Surroundings,
): Promise<ExitStatus> {
  if (args.schema) {
    const { explanationDocument } = await import('../../report/explanation.js')
    return printSchema(explanationDocument, out)
  }
  const starting = solver()
  const { tell } = tellErrors({ err })
  const asked = then(
    collect({ test: testNamed(args.words[0] ?? '', args.row), model: await loadModel(args.model) }),
    ({ test, model }) => then(questionsOf(test, args.question), (questions) => ok({ test, model, questions })),
  )
  if (!asked.ok) {
    tell(asked.diagnostics)
    return 2
  }
  const { test, model, questions } = asked.value
  const z3 = await starting
  const { bound, timeout } = args
  const options = { model, bound, timeout: timeout && timeout * 1000 }
  const explained = questions.map((question) => ({ question, explanation: explain(test, question, z3, options) }))
  const text = match(args.format ?? (args.json ? 'json' : formatOf(args.output)))
    .with('text', () => explained.map((one) => textOf(test, model, one)).join('\n\n'))
    .with('svg', () => witnessSvg(explained.flatMap((one) => picturesOf(model, one))))
    .with('json', () => {
      const documents = explained.map(
        (one): ExplanationDocument => explanationOf(test, one.question, model, one.explanation),
      )
      return JSON.stringify(documents.length === 1 ? documents[0] : documents, undefined, 2)
    })
    .exhaustive()
  const written = args.output === undefined ? ok(out(text)) : writeOutput(args.output, text)
  if (!written.ok) {
    tell(written.diagnostics)
    return 2
  }
  return explained.some(({ explanation: { kind } }) => kind === 'undecided' || kind === 'not covered') ? 3 : 0
}

const questionsOf = (test: Program, name: string | undefined): Result<readonly Question[]> =>
  name === undefined && test.questions.length > 0
    ? ok(test.questions)
    : then(questionNamed(test, name), (one) => ok([one]))

const formatOf = (file: string | undefined): NonNullable<ExplainArguments['format']> =>
  match(extname(file ?? ''))
    .returnType<NonNullable<ExplainArguments['format']>>()
    .with('.svg', () => 'svg')
    .with('.json', () => 'json')
    .otherwise(() => 'text')

function textOf(test: Program, model: Model, { question, explanation }: Explained): string {
  const words = explanationText(test, question.name, model.name, explanation)
  if (explanation.kind !== 'allowed') return words
  const { graph, execution } = explanation
  return `${words}\n\nAn execution that ends so:\n\n${witnessText(witnessOf({ graph, model, execution, question }))}`
}

/** The execution with the chain of each objection; of an allowed outcome, the execution. */
const picturesOf = (model: Model, { question, explanation }: Explained) =>
  match(explanation)
    .with({ kind: 'allowed' }, ({ graph, execution }) => [witnessOf({ graph, model, execution, question })])
    .with({ kind: 'forbidden' }, ({ graph, sets }) =>
      sets.flatMap(({ objections }) =>
        objections.map(({ execution, chain }) => chainWitness(graph, model, execution, question, chain)),
      ),
    )
    .with({ kind: P.union('undecided', 'not covered') }, () => [])
    .exhaustive()
