/** `ptx-litmus outcomes`: every final state of the given tests. */

import { testOutcomes } from '../../answers/outcomes.js'
import { bruteOutcomes } from '../../encoder/decide/brute.js'
import { outcomes } from '../../encoder/decide/outcomes.js'
import type { Observable } from '../../litmus/condition.js'
import { readObservables } from '../../litmus/observe.js'
import { type Program, testName } from '../../litmus/program.js'
import type { ExitStatus } from '../../report/check.js'
import { exitStatusOf } from '../../report/conclusion.js'
import type { OutcomesReport, TestOutcomes } from '../../report/outcomes.js'
import { ok, type Result } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { watchLaunches } from '../commandline/fewer-lanes.js'
import { errorsTo } from '../console/errors.js'
import { executionText } from '../console/execution-text.js'
import { jsonText } from '../console/json.js'
import { loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { testsNamed } from '../input/tests.js'
import type { OutcomesArguments } from './command.js'
import { renderOutcomes } from './render.js'

/** Runs the command and returns the exit status. */
export async function run(args: OutcomesArguments, { solver, output }: CommandEnvironment): Promise<ExitStatus> {
  const errors = errorsTo(output)
  watchLaunches(output, args)
  const model = errors.valueOf(await loadModel(args.model, errors.remark))
  if (model === undefined) return 2
  const reports: TestOutcomes[] = []
  for (const word of args.words) {
    const { tests, diagnostics, remarks } = testsNamed(word, {
      ...{ row: args.row, unasked: true },
      ...readingOf(args, output.progress),
    })
    errors.report(diagnostics)
    errors.remark(remarks)
    for (const test of tests) {
      const besides = errors.valueOf(observedIn(args.observe, test))
      if (besides === undefined) continue
      const { limit, bound, timeout } = args
      const options = { model, besides, limit, bound, timeout }
      const by = args.solver === 'brute' ? undefined : await solver(args.solver)
      const again = (one: Program) => (by === undefined ? bruteOutcomes(one, options) : outcomes(one, by, options))
      output.progress(`listing the final states of ${testName(test)} …`)
      const report = testOutcomes(test, again(test), besides, { ...args, raisedBy: '--limit', again })
      if (!args.json)
        output.out(
          `${reports.length === 0 ? '' : '\n'}${renderOutcomes(report, test, executionText(args, output.width))}`,
        )
      reports.push(report)
    }
  }
  const exitStatus = exitStatusOf([
    ...errors.all.map(() => 'error' as const),
    ...reports.map(({ complete, undefined: reached }) => (complete && reached !== null ? 'done' : 'undecided')),
  ])
  const report: OutcomesReport = {
    model: model.name,
    solver: args.solver,
    tests: reports,
    errors: errors.reports(),
    exitStatus,
  }
  output.progress('')
  if (args.json) output.out(jsonText(report))
  return exitStatus
}

const observedIn = (lists: readonly string[], test: Program): Result<readonly Observable[]> =>
  lists.length === 0 ? ok([]) : readObservables({ name: '--observe', text: lists.join(',') }, test)
