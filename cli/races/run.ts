/** `ptx-litmus races`: whether any consistent execution of a test has a data race. */

import { raceReportOf } from '../../explain/document.js'
import { mergeRows } from '../../litmus/read.js'
import { findRace } from '../../races/find-races.js'
import type { ExitStatus } from '../../report/check.js'
import type { RacesReport } from '../../report/explanation.js'
import type { Surroundings } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import { exitStatusOf } from '../console/status.js'
import { loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { findTests, readTestFile } from '../input/tests.js'
import type { RacesArguments } from './command.js'
import { renderRaces } from './render.js'

/** Runs the command and gives the exit status. */
export async function run(args: RacesArguments, { solver, output }: Surroundings): Promise<ExitStatus> {
  const { words, row, json, quiet, timeout, bound } = args
  void solver()
  const errors = errorsTo(output)
  const model = errors.valueOf(await loadModel(args.model, errors.remark))
  if (model === undefined) return 2
  const { files, diagnostics } = findTests(words, row)
  errors.report(diagnostics)
  const reports: RacesReport['tests'][number][] = []
  for (const file of files) {
    const read = errors.valueOf(readTestFile(file, readingOf(args)))
    if (read === undefined) continue
    const { tests, diagnostics, remarks } = read
    errors.report(diagnostics)
    if (!quiet) errors.remark(mergeRows(remarks))
    for (const test of tests) {
      const verdict = findRace(test, await solver(), { model, bound, timeout })
      const report = raceReportOf(test, model, verdict)
      reports.push(report)
      const isFine = verdict.kind === 'race-free' && verdict.ends && report.undefined?.length === 0
      if (!json && !(quiet && isFine)) output.out(renderRaces(test, model, verdict, output))
    }
  }
  const isReported = (verdict: RacesReport['tests'][number]['verdict']) =>
    reports.some((one) => one.verdict === verdict)
  const exitStatus = exitStatusOf({
    errors: errors.all.length > 0,
    bad:
      isReported('racy') ||
      isReported('vacuous') ||
      reports.some(({ undefined: reached }) => (reached?.length ?? 0) > 0),
    open: reports.some(({ undefined: reached }) => reached === null),
  })
  const report: RacesReport = { model: model.name, tests: reports, errors: errors.reports(), exitStatus }
  if (json) output.out(jsonText(report))
  return exitStatus
}
