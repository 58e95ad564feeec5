/** `ptx-litmus races`: whether any consistent execution of a test has a data race. */

import { strictFor } from '../../answers/answer.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import { raceReportOf } from '../../explain/document.js'
import { laneOf } from '../../litmus/position.js'
import { type Program, testName } from '../../litmus/program.js'
import { mergeRows } from '../../litmus/read.js'
import { raceDeviations } from '../../races/deviations.js'
import { findRace, hasSameRaces, type RaceVerdict } from '../../races/find-races.js'
import type { ExitStatus } from '../../report/check.js'
import { exitStatusOf, isProblem } from '../../report/conclusion.js'
import type { RacesReport } from '../../report/explanation.js'
import { deviationReportOf } from '../../witness/deviations.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { fewerLanes, watchLaunches } from '../commandline/fewer-lanes.js'
import { usualTime } from '../commandline/options.js'
import { errorsTo } from '../console/errors.js'
import { executionText } from '../console/execution-text.js'
import { jsonText } from '../console/json.js'
import { versionsWith } from '../console/versions.js'
import { loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { findTests, readTestFile } from '../input/tests.js'
import { reportedOf, type TimedRaces } from './cases.js'
import type { RacesArguments } from './command.js'
import { conclusionOf } from './conclusion.js'
import { renderRaces } from './render.js'

/** Runs the command and returns the exit status. */
export async function run(args: RacesArguments, { solver, output }: CommandEnvironment): Promise<ExitStatus> {
  const { words, row, json, quiet, strict, timeout = usualTime, bound } = args
  void solver()
  watchLaunches(output, args)
  const errors = errorsTo(output)
  const model = errors.valueOf(await loadModel(args.model, errors.remark))
  if (model === undefined) return 2
  const { files, diagnostics } = findTests(words, row)
  errors.report(diagnostics)
  if (args.reporter.length > 0) {
    const { refusedReports } = await import('../reporters/write.js')
    const refused = refusedReports(args)
    errors.report(refused)
    if (refused.length > 0) return 2
  }
  // Nothing else may be printed to standard output if the report goes there.
  const line = args.reporter.some(({ file }) => file === undefined) ? output.err : output.out
  const reports: RacesReport['tests'][number][] = []
  const timed: TimedRaces[] = []
  /** The lanes of threads that race. */
  const racing: number[] = []
  for (const file of files) {
    const read = errors.valueOf(readTestFile(file, { ...readingOf(args, output.progress), unasked: true }))
    if (read === undefined) continue
    const { tests, diagnostics, remarks } = read
    errors.report(diagnostics)
    if (!quiet) errors.remark(mergeRows(remarks))
    for (const test of tests) {
      const start = performance.now()
      output.progress(`deciding ${testName(test)} …`)
      const verdict = findRace(test, await solver(), { model, bound, timeout })
      const decider = await solver()
      // What is asked besides has as much time again, for all of it together.
      const { left } = timeLimit(timeout)
      const report = {
        ...raceReportOf(test, model, verdict),
        ...inStrictForm(test, { model, bound }, verdict, (narrow) =>
          findRace(test, decider, { model: narrow, bound, timeout: left() }),
        ),
        ...deviationReportOf(
          raceDeviations(test, verdict, (weaker) => findRace(weaker, decider, { model, bound, timeout: left() })),
        ),
      }
      reports.push(report)
      if (verdict.kind === 'racy') for (const lane of lanesIn(verdict)) racing.push(lane)
      timed.push({ report, seconds: (performance.now() - start) / 1000 })
      const conclusion = conclusionOf(report, strict)
      if (!json && !(quiet && !isProblem(conclusion)))
        line(
          renderRaces(test, model, verdict, report, {
            conclusion,
            colours: output.colours,
            texts: executionText(args, output.width),
          }),
        )
    }
  }
  output.progress('')
  const lanes = fewerLanes(
    timed.map(({ report, seconds }) => ({
      isUndecided: report.verdict === 'undecided',
      milliseconds: 1000 * seconds,
    })),
    args,
    racing,
  )
  if (!quiet && lanes !== undefined) output.err(lanes)
  const exitStatus = exitStatusOf([
    ...errors.all.map(() => 'error' as const),
    ...reports.map((one) => conclusionOf(one, strict)),
  ])
  const report: RacesReport = { model: model.name, tests: reports, errors: errors.reports(), exitStatus }
  if (json) output.out(jsonText(report))
  if (args.reporter.length > 0) {
    const { writeReports } = await import('../reporters/write.js')
    const versions = versionsWith(await solver())
    const unwritten = writeReports(args, reportedOf(report, timed, { strict, versions }), output)
    errors.report(unwritten)
    if (unwritten.length > 0) return 2
  }
  return exitStatus
}

/** Returns the lanes of the threads whose accesses race. */
const lanesIn = ({ graph: { events, program }, races }: Extract<RaceVerdict, { kind: 'racy' }>): readonly number[] =>
  races.flatMap(({ events: pair }) =>
    pair.flatMap((id) => {
      const thread = program.threads[events[id]?.origin?.thread ?? -1]
      return thread?.kind === 'device' ? [laneOf(thread)] : []
    }),
  )

type TestReport = RacesReport['tests'][number]

/**
 * Returns the result under the strict form of the model, if there is one and the two differ. A race in the model itself
 * is one in its strict form, which orders less.
 */
function inStrictForm(
  test: Program,
  options: { readonly model: Model; readonly bound: number },
  verdict: RaceVerdict,
  again: (strict: Model) => RaceVerdict,
): Pick<TestReport, 'strict'> {
  const strict = strictFor(test, options.model)
  if (strict === undefined || wordFor(verdict) !== 'race-free' || hasSameRaces(test, options, strict)) return {}
  const word = wordFor(again(strict))
  return word === 'race-free' ? {} : { strict: { model: strict.name, verdict: word } }
}

const wordFor = (verdict: RaceVerdict): NonNullable<TestReport['strict']>['verdict'] =>
  'undefined' in verdict && verdict.undefined !== null && verdict.undefined.length > 0 ? 'undefined' : verdict.kind
