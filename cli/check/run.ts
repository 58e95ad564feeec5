/** `ptx-litmus check`: decides every question of the given tests. */

import { availableParallelism } from 'node:os'
import { standingOf } from '../../answers/standing.js'
import { type Program, testName } from '../../litmus/program.js'
import type { ExitStatus, QuestionReport } from '../../report/check.js'
import { isProblem } from '../../report/conclusion.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { fewerLanes, watchLaunches } from '../commandline/fewer-lanes.js'
import { usualTime } from '../commandline/options.js'
import { errorsTo, internalError } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import { loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { findTests } from '../input/tests.js'
import { manyFiles } from '../threads/many-files.js'
import type { ThreadSolver } from '../worker.js'
import { certificateLines, certifyingWith } from './certificates.js'
import type { CheckArguments } from './command.js'
import { expectationsIn, misfits, reportOn } from './expected.js'
import { answerInProcess } from './in-process.js'
import type { Listener } from './listener.js'
import { askedIn, notAsked } from './read.js'
import { renderCount, renderQuestion } from './render.js'
import { demandsOf, idlePromises, promisesIn, summaryOf, withVersions } from './report.js'
import { sharding } from './shard.js'
import { whyLine } from './why.js'

/** Runs the command and returns the exit status. Results are printed as they come, and errors between them. */
export async function run(args: CheckArguments, surroundings: CommandEnvironment): Promise<ExitStatus> {
  if (args.watch) return (await import('./watch.js')).watch(args, surroundings)
  const { solver, compiled, threadScript, output } = surroundings
  const deciding = () => solver(args.solver === 'z3' ? 'z3' : 'sat')
  const { colours } = output
  watchLaunches(output, args)
  // Nothing else may be printed to standard output if the report goes there.
  const line = args.reporter.some(({ file }) => file === undefined) ? output.err : output.out
  const errors = errorsTo(output)
  const model = errors.valueOf(await loadModel(args.model, errors.remark))
  const expectations = errors.valueOf(expectationsIn(args.expect, args.model)) ?? []
  errors.remark(idlePromises(args))
  const { files, diagnostics } = findTests(args.words, args.row)
  errors.report(diagnostics)
  if (args.reporter.length > 0) {
    const { refusedReports } = await import('../reporters/write.js')
    const refused = refusedReports(args)
    errors.report(refused)
    if (refused.length > 0) return 2
  }

  const part = args.shard === undefined ? undefined : sharding(args.shard, args, model, expectations)
  const demands = demandsOf(args)
  const questions: QuestionReport[] = []
  const certifying = await certifyingWith(args, model)
  if (!certifying.ok) {
    errors.report(certifying.diagnostics)
    return 2
  }
  const certify = certifying.value
  const listener: Listener = {
    onAnswer: (from, index, answer) => {
      const report = reportOn(from, index, answer, expectations, args)
      const answered = { from, question: index, report, number: questions.length + 1 }
      const { report: one, diagnostics } = certify(answered, output.progress)
      errors.report(diagnostics)
      questions.push(one)
      part?.answered(from.test, index)
      if (args.json || (args.quiet && !isProblem(standingOf(one, demands)))) return
      const { verbose } = args
      line(args.jsonl ? JSON.stringify(one) : renderQuestion(one, { colours, widths: from.widths, verbose, demands }))
    },
    onFault: (test, error) => errors.report([internalError(error, testName(test))]),
  }
  let tests = 0
  /** True if some test has the requested question. */
  let isAsked = false
  /** The tests with which tables are compared. */
  const programs: Program[] = []
  /** The names of questions in tests that lack the requested one. */
  const others = new Set<string>()
  function* readAll() {
    for (const { ofFile, asked } of askedIn(files, readingOf(args, output.progress), errors, args)) {
      if (expectations.length > 0) for (const { test } of ofFile) programs.push(test)
      if (asked.length === 0) for (const { test } of ofFile) for (const { name } of test.questions) others.add(name)
      isAsked ||= asked.length > 0
      const chosen = part === undefined ? asked : part.chosen(asked)
      tests += chosen.length
      yield chosen
    }
    errors.report(notAsked(args.question, isAsked, others))
  }
  const answerAll = async (): Promise<{ readonly interrupted: boolean }> => {
    if (model === undefined) return { interrupted: false }
    const { encoding, bound, memory, timeout = usualTime } = args
    const task = { model, encoding, bound, timeout, promises: promisesIn(args) }
    if (!wantsThreads(args, files.length)) {
      await answerInProcess(readAll(), task, args.solver === 'brute' ? undefined : deciding, listener, output.progress)
      output.progress('')
      return { interrupted: false }
    }
    const { answerOnThreads } = await import('./batch.js')
    const by: ThreadSolver =
      args.solver === 'z3' ? { name: 'z3', compiled: await compiled(), memory } : { name: 'sat', memory }
    const work = { kind: 'answer questions', by, task } as const
    const batch = { threadScript, work, jobs: args.jobs ?? availableParallelism() }
    return answerOnThreads(readAll(), batch, listener, output)
  }
  const { interrupted } = await answerAll()
  errors.report(misfits(expectations, programs, args))

  const counts = { files: files.length, tests, interrupted, ...demands }
  const { model: called, solver: by } = args
  const shard = part?.report()
  const summary = summaryOf({ ...counts, model: called, solver: by, shard, questions, errors: errors.reports() })
  if (!args.json && !args.quiet && !args.jsonl) {
    line(renderCount(summary, colours))
    if (args.certify !== undefined) for (const one of certificateLines(args.certify, questions)) line(one)
    const why = whyLine(
      questions.filter((one) => standingOf(one, demands) === 'not as expected'),
      args,
    )
    if (why !== undefined) line(why)
    const lanes = fewerLanes(
      questions.map(({ answer, milliseconds: { build, load, solve } }) => ({
        isUndecided: answer === 'undecided',
        milliseconds: build + load + solve,
      })),
      args,
    )
    if (lanes !== undefined) output.err(lanes)
  }
  if (args.json || args.reporter.length > 0) {
    const report = await withVersions(summary, args.solver === 'brute' ? undefined : deciding)
    if (args.json) output.out(jsonText(report))
    if (args.reporter.length > 0) {
      const [{ writeReports }, { reportedOf }] = [await import('../reporters/write.js'), await import('./cases.js')]
      const unwritten = writeReports(args, reportedOf(report, demands), output)
      errors.report(unwritten)
      if (unwritten.length > 0) return 2
    }
  }
  if (interrupted) output.err('interrupted; the results so far are above')
  return summary.exitStatus
}

/**
 * Returns whether to use threads. Limits are enforced by ending a thread, so they need one. Brute force does not use
 * limits. Certificates are made where the answers arrive.
 */
const wantsThreads = ({ solver, jobs, timeout, memory, certify }: CheckArguments, files: number): boolean =>
  solver !== 'brute' &&
  certify === undefined &&
  (timeout !== undefined ||
    memory !== undefined ||
    (jobs ?? (files >= manyFiles.check ? availableParallelism() : 1)) > 1)
