/** `ptx-litmus outcomes`: every final state of the given tests. */

import { match } from 'ts-pattern'
import { bruteOutcomes } from '../../encoder/decide/brute.js'
import { type Outcomes, outcomes } from '../../encoder/decide/outcomes.js'
import { holdsIn } from '../../encoder/execution/replay.js'
import type { Observable } from '../../litmus/condition.js'
import { observableName, readObservables } from '../../litmus/observe.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { ExitStatus } from '../../report/check.js'
import type { OutcomesReport, TestOutcomes } from '../../report/outcomes.js'
import { ok, type Result } from '../../source/result.js'
import { witnessOf } from '../../witness/build.js'
import type { Surroundings } from '../commandline/command.js'
import { type UnderModel, underModel } from '../commandline/under-model.js'
import type { Output } from '../console/output.js'
import { testsNamed } from '../input/tests.js'
import { quantified, renderOutcomes } from './render.js'

export interface OutcomesArguments {
  readonly words: readonly string[]
  readonly model: string
  readonly solver: OutcomesReport['solver']
  readonly observe: readonly string[]
  readonly row?: number | undefined
  readonly limit: number
  readonly witnesses: boolean
  readonly json: boolean
  /** Seconds for each check. */
  readonly timeout?: number | undefined
  /** How often the body of a loop is executed at most. */
  readonly bound: number
  /** Nothing but the JSON Schema is wanted. */
  readonly schema: boolean
}

/** Runs the command and gives the exit status. */
export const listOutcomes = (args: OutcomesArguments, surroundings: Surroundings): Promise<ExitStatus> =>
  underModel(
    args,
    surroundings,
    async () => (await import('../../report/outcomes.js')).outcomesReport,
    (found) => listed(args, surroundings.output, found),
  )

async function listed(
  args: OutcomesArguments,
  { out }: Output,
  { model, starting, errors: { all: errors, tell }, reported }: UnderModel,
): Promise<ExitStatus> {
  const reports: TestOutcomes[] = []
  for (const word of args.words) {
    const { tests, diagnostics } = testsNamed(word, args.row)
    tell(diagnostics)
    for (const test of tests) {
      const besides = observedIn(args.observe, test)
      if (!besides.ok) {
        tell(besides.diagnostics)
        continue
      }
      const { limit, bound, timeout } = args
      const options = { model, besides: besides.value, limit, bound, timeout: timeout && timeout * 1000 }
      const listed = args.solver === 'brute' ? bruteOutcomes(test, options) : outcomes(test, await starting, options)
      const report = reportOn(test, listed, besides.value, args)
      if (!args.json) out(`${reports.length === 0 ? '' : '\n'}${renderOutcomes(report, test)}`)
      reports.push(report)
    }
  }
  const exitStatus = errors.length > 0 ? 2 : reports.some(({ complete }) => !complete) ? 3 : 0
  const report: OutcomesReport = {
    model: model.name,
    solver: args.solver,
    tests: reports,
    errors: reported(),
    exitStatus,
  }
  if (args.json) out(JSON.stringify(report, undefined, 2))
  return exitStatus
}

const observedIn = (lists: readonly string[], test: Program): Result<readonly Observable[]> =>
  lists.length === 0 ? ok([]) : readObservables({ name: '--observe', text: lists.join(',') }, test)

function reportOn(
  test: Program,
  { graph, model, observed, found, ending }: Outcomes,
  besides: readonly Observable[],
  { witnesses, limit }: Pick<OutcomesArguments, 'witnesses' | 'limit'>,
): TestOutcomes {
  const complete = ending.kind === 'complete'
  const reason = match(ending)
    .with({ kind: 'complete' }, () => undefined)
    .with({ kind: 'limited' }, () => `the limit of ${limit} was reached, and there are more; see --limit`)
    .with({ kind: 'undecided' }, { kind: 'not covered' }, ({ reason }) => reason)
    .exhaustive()
  const names = observed.map(observableName)
  const counted = (question: Question): TestOutcomes['questions'][number] => {
    const { condition } = quantified(question)
    const positive = found.filter(({ execution }) => holdsIn(condition, graph, execution)).length
    const negative = found.length - positive
    const observation =
      positive > 0 && negative > 0 ? 'Sometimes' : !complete ? null : positive > 0 ? 'Always' : 'Never'
    return { name: question.name, kind: question.kind, positive, negative, observation }
  }
  return {
    test: testName(test),
    ...(test.row === undefined ? {} : { row: test.row }),
    observed: names,
    complete,
    ...(reason === undefined ? {} : { reason }),
    states: found.map(({ values, execution }) => ({
      values: Object.fromEntries(names.map((name, i) => [name, `${values[i]}`])),
      ...(witnesses ? { witness: witnessOf({ graph, model, execution, observed: besides.map(observableName) }) } : {}),
    })),
    questions: test.questions.map(counted),
  }
}
