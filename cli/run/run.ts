/** `ptx-litmus run`: runs tests on a GPU, and compares the results with a model. */

import { quantified } from '../../answers/quantified.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { outcomes } from '../../encoder/decide/outcomes.js'
import { holds, judge } from '../../hardware/judge.js'
import type { HardwareLog } from '../../hardware/log.js'
import { loggedOf } from '../../hardware/logged.js'
import { observedTerms, type Planned, planOf } from '../../hardware/plan.js'
import type { Program } from '../../litmus/program.js'
import type { ExitStatus } from '../../report/check.js'
import { type Conclusion, exitStatusOf } from '../../report/conclusion.js'
import type { OtherTest, RanTest, RunReport } from '../../report/run.js'
import { diagnostic, formatPlace } from '../../source/diagnostic.js'
import { all } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import { loadModel } from '../input/model.js'
import { testsNamed } from '../input/tests.js'
import type { RunArguments } from './command.js'
import { runLocally } from './local-gpu.js'
import { readLog } from './log.js'
import { renderOther, renderRan } from './render.js'

/** The most states of the model that are listed. */
const mostStates = 10_000

/** Runs the tests, or reads the log of a run, and returns the exit status. */
export async function run(args: RunArguments, { solver, output }: CommandEnvironment): Promise<ExitStatus> {
  void solver()
  const errors = errorsTo(output)
  const model = errors.valueOf(await loadModel(args.model, errors.remark))
  if (model === undefined) return 2
  const tests = args.words.flatMap((word) => {
    const read = testsNamed(word, {
      row: args.row,
      undeclared: args.undeclared,
      nvcc: args.nvcc,
      nvccOptions: args['nvcc-options'],
    })
    errors.report(read.diagnostics)
    errors.remark(read.remarks)
    return read.tests
  })
  const planned = tests.map((test): PlannedTest => ({ test, plan: planOf(test) }))
  const plans = planned.flatMap(({ plan }) => (plan.kind === 'plan' ? [plan] : []))
  const logs = errors.valueOf(args.log.length === 0 ? all([runLocally(plans, args)]) : all(args.log.map(readLog)))
  if (logs === undefined) return 2
  const reports: (RanTest | OtherTest)[] = []
  for (const one of planned) {
    const report = await reportOf(one, logs, model, args, solver)
    reports.push(report)
    if (!args.json)
      output.out(
        `${reports.length === 1 ? '' : '\n'}${report.status === 'ran' ? renderRan(report) : renderOther(report)}`,
      )
  }
  const ran = reports.flatMap((one) => (one.status === 'ran' ? [one] : []))
  if (ran.length === 0 && errors.all.length === 0)
    errors.report([diagnostic('none of the tests ran', args.words.join(' '))])
  const exitStatus = exitStatusOf([
    ...errors.all.map(() => 'error' as const),
    ...ran.flatMap(({ states }) => states.map(({ verdict }) => ofStates[verdict])),
    ...reports.map(({ status }) => ofTests[status]),
  ])
  const report: RunReport = {
    model: model.name,
    runs: logs.map(({ device, arch, driver, runtime, date, seed, stress }) => ({
      device,
      arch,
      driver,
      runtime,
      date,
      seed,
      settings: stress.length,
    })),
    tests: reports,
    errors: errors.reports(),
    exitStatus,
  }
  output.out(args.json ? jsonText(report) : `\n${summary(report)}`)
  return exitStatus
}

const ofStates = {
  allowed: 'as expected',
  forbidden: 'not as expected',
  open: 'undecided',
} as const satisfies { readonly [V in RanTest['states'][number]['verdict']]: Conclusion }

const ofTests = {
  ran: 'done',
  'not runnable': 'done',
  'not in the log': 'done',
  failed: 'undecided',
} as const satisfies { readonly [S in RanTest['status'] | OtherTest['status']]: Conclusion }

interface PlannedTest {
  readonly test: Program
  readonly plan: Planned
}

async function reportOf(
  { test, plan }: PlannedTest,
  logs: readonly HardwareLog[],
  model: Model,
  { bound, timeout }: RunArguments,
  solver: CommandEnvironment['solver'],
): Promise<RanTest | OtherTest> {
  const name = plan.test
  if (plan.kind === 'not runnable')
    return {
      status: 'not runnable',
      test: name,
      reasons: plan.reasons.map(({ message, place }) => ({ message, place: formatPlace(place) })),
    }
  const logged = loggedOf(plan, logs)
  if (logged === undefined) return { status: 'not in the log', test: name, reasons: [] }
  if ('notRunnable' in logged)
    return { status: 'not runnable', test: name, reasons: [{ message: logged.notRunnable, place: name }] }
  if ('failed' in logged) return { status: 'failed', test: name, reasons: [{ message: logged.failed, place: name }] }
  const listed = outcomes(test, await solver(), {
    model,
    besides: observedTerms(test),
    limit: mostStates,
    bound,
    timeout,
  })
  const { states, filtered, unseen, allowed, reason } = judge(test, logged, listed)
  const { times, gaveUp, missed, seconds, note } = logged
  return {
    status: 'ran',
    test: name,
    times,
    gaveUp,
    missed,
    filtered,
    seconds,
    states: [...states],
    allowed: allowed ?? null,
    unseen: unseen === undefined ? null : [...unseen],
    ...(reason === undefined ? {} : { reason }),
    ...(note === undefined ? {} : { note }),
    questions: test.questions.map((question) => {
      const { condition } = quantified(question)
      const counts = states.map(({ values, count }) => [holds(condition, values, test), count] as const)
      const total = (wanted: boolean): number =>
        counts.reduce((sum, [holds, count]) => sum + (holds === wanted ? count : 0), 0)
      const allowedStates = states.flatMap(({ values, verdict }) => (verdict === 'allowed' ? [values] : []))
      const reaches = [...allowedStates, ...(unseen ?? [])].some((values) => holds(condition, values, test))
      return {
        name: question.name,
        kind: question.kind,
        positive: total(true),
        negative: total(false),
        allowed: reaches ? true : unseen === undefined ? null : false,
      }
    }),
  }
}

function summary({ tests, runs, model }: RunReport): string {
  const count = (status: RanTest['status'] | OtherTest['status']): number =>
    tests.filter((one) => one.status === status).length
  const forbidden = tests.filter(
    (one) => one.status === 'ran' && one.states.some(({ verdict }) => verdict === 'forbidden'),
  )
  const others = (['not runnable', 'failed', 'not in the log'] as const).flatMap((status) =>
    count(status) === 0 ? [] : [`${count(status)} ${status}`],
  )
  return [
    `${count('ran')} of ${tests.length} tests ran on ${runs.map(({ device, driver, date }) => `${device} (CUDA ${driver}, ${date})`).join(', ')}${others.length === 0 ? '' : `; ${others.join(', ')}`}`,
    forbidden.length === 0
      ? `No state was seen that ${model} forbids`
      : `States that ${model} forbids were seen in ${forbidden.map(({ test }) => test).join(', ')}`,
  ].join('\n')
}
