/** `ptx-litmus explain`: why an outcome is forbidden or allowed. */

import { knownOf } from '../../explain/document.js'
import { type Explanation, reasonFor, repairsFor } from '../../explain/explain.js'
import { repairedLines, searchedLines } from '../../explain/text/explanation.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { Repaired } from '../../repair/result.js'
import type { ExitStatus } from '../../report/check.js'
import { type Conclusion, exitStatusOf } from '../../report/conclusion.js'
import { answerTo } from '../../report/verdict.js'
import { diagnostic } from '../../source/diagnostic.js'
import { collect, ok, type Result, then } from '../../source/result.js'
import { executionPicture } from '../../witness/picture/options.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { formatFor } from '../commandline/ending.js'
import { written } from '../commandline/written.js'
import { errorsTo } from '../console/errors.js'
import { executionText } from '../console/execution-text.js'
import { loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { questionNamed, testNamed } from '../input/tests.js'
import { usualTimeout } from '../repairs/asked.js'
import { type ExplainArguments, formats } from './command.js'
import { furtherLine } from './further.js'
import { explainHangs, explainRaces } from './goals.js'
import { type ExplainedQuestion, reasonText, renderExplanations } from './render.js'

/** Runs the command and returns the exit status. */
export async function run(args: ExplainArguments, { solver, output }: CommandEnvironment): Promise<ExitStatus> {
  void solver()
  const errors = errorsTo(output)
  const [path] = args.words
  const request = errors.valueOf(
    then(
      collect({
        test: testNamed(path, { row: args.row, unasked: true, ...readingOf(args, output.progress) }, errors.remark),
        model: await loadModel(args.model, errors.remark),
      }),
      ({ test, model }) => then(questionsOf(test, args), (questions) => ok({ test, model, questions })),
    ),
  )
  if (request === undefined) return 2
  const { test, model, questions } = request
  const { bound, timeout, effort } = args
  const { progress } = output
  // The search for repairs may take a minute.
  output.watch?.()
  const format = args.format ?? (args.json ? 'json' : (formatFor(args.output, formats) ?? 'text'))
  if (questions.length === 0 && format !== 'text') {
    errors.report([diagnostic(withoutDocument, testName(test))])
    return 2
  }
  const isShownAtOnce = format === 'text' && args.output === undefined
  const pieces: string[] = []
  /** Shows a piece of the text, unless the output is one document. */
  const say = (text: string): void => {
    if (isShownAtOnce) output.out(text)
    else pieces.push(text)
  }
  const goals: Conclusion[] = []
  if (args['race-free'] || args.hangs || questions.length === 0) {
    const texts = executionText(args, isShownAtOnce ? output.width : undefined)
    const explaining = { test, model, args, solver: await solver(), output, texts, say }
    if (args['race-free'] || !args.hangs) goals.push(explainRaces(explaining))
    if (args.hangs) goals.push(explainHangs(explaining))
  }
  const explained: ExplainedQuestion[] = []
  for (const question of questions) {
    const options = { model, bound, timeout, effort, progress }
    const decider = await solver()
    progress(`deciding ${testName(test)}, ${question.name} …`)
    const reason = reasonFor(test, question, decider, options)
    if (format === 'text') {
      if (explained.length + goals.length > 0) say('')
      say(
        reasonText(
          test,
          model,
          { question, explanation: reason },
          executionText(args, isShownAtOnce ? output.width : undefined),
        ),
      )
    }
    if (reason.kind !== 'allowed' || args['no-repairs'] || format === 'svg') {
      explained.push({ question, explanation: reason })
      continue
    }
    let count = 0
    const found = (repair: Repaired): void => {
      if (format === 'text') say(repairedLines(test, question, repair, count).join('\n'))
      count += 1
    }
    const { repairs, changes } = repairsFor(test, question, decider, {
      ...options,
      timeout: timeout ?? usualTimeout,
      found,
    })
    const last = searchedLines(question, changes)
    const further = repairs.length > 0 ? undefined : furtherLine(test, question, changes, reason.races.length > 0, args)
    if (format === 'text') for (const line of [...last, ...(further === undefined ? [] : [further])]) say(line)
    explained.push({ question, explanation: { ...reason, repairs, changes } })
  }
  progress('')
  const text =
    format === 'text' ? pieces.join('\n') : renderExplanations(test, model, explained, format, executionPicture(args))
  if (!isShownAtOnce && !written(text, args, output, errors)) return 2
  return exitStatusOf([
    ...goals,
    ...explained.map(({ question, explanation }) =>
      answerTo(question.kind, { verdict: explanation.kind, ...knownOf(explanation) }) === 'undecided'
        ? ('undecided' as const)
        : conclusions[explanation.kind],
    ),
  ])
}

const conclusions: { readonly [K in Explanation['kind']]: Conclusion } = {
  allowed: 'done',
  forbidden: 'done',
  undecided: 'undecided',
  'not covered': 'not covered',
}

const withoutDocument =
  'the test has no question to explain; data races are explained as text, and `races --json` and `fix --race-free --json` have documents'

/** Returns the questions to explain: the one that is named; all without a goal; none with a goal. */
const questionsOf = (test: Program, args: ExplainArguments): Result<readonly Question[]> =>
  args.question !== undefined
    ? then(questionNamed(test, args.question), (one) => ok([one]))
    : ok(args['race-free'] || args.hangs ? [] : test.questions)
