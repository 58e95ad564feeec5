/** `check --watch`: decides tests again when they change. */

import type { Answer } from '../../answers/answer.js'
import { standingOf } from '../../answers/standing.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { type Program, testName } from '../../litmus/program.js'
import type { ExitStatus, QuestionReport } from '../../report/check.js'
import { isProblem } from '../../report/conclusion.js'
import { type Diagnostic, formatDiagnostic, formatPlace, printable } from '../../source/diagnostic.js'
import { ok } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo, internalError } from '../console/errors.js'
import { tablesAt } from '../input/files.js'
import { loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { findTests, type TestFile } from '../input/tests.js'
import { refusedReports, writeReports } from '../reporters/write.js'
import type { Expectations } from '../tables/expectations.js'
import { reportedOf } from './cases.js'
import type { CheckArguments } from './command.js'
import { expectationsIn, misfits, reportOn } from './expected.js'
import { watchedFolders } from './folders.js'
import { answerInProcess } from './in-process.js'
import { askedIn, notAsked, type ReadTest } from './read.js'
import { renderCount, renderQuestion } from './render.js'
import { demandsOf, idlePromises, promisesIn, summaryOf, withVersions } from './report.js'
import { type Stamps, stamps } from './stamps.js'

/** The results for a file, valid until it or a file that it names changes. */
interface Decided {
  readonly stamps: Stamps
  /** All of its tests, and those with the requested question. */
  readonly programs: readonly Program[]
  readonly asked: readonly ReadTest[]
  readonly answers: readonly { readonly from: ReadTest; readonly question: number; readonly answer: Answer }[]
  readonly errors: readonly Diagnostic[]
}

/** A model or tables, valid until one of their files changes. */
interface Loaded<T> {
  readonly stamps: Stamps
  readonly value: T | undefined
  readonly errors: readonly Diagnostic[]
}

/** Runs until Ctrl-C, and then returns the exit status 130. */
export async function watch(args: CheckArguments, surroundings: CommandEnvironment): Promise<ExitStatus> {
  const { output } = surroundings
  const refused = refusedReports(args)
  if (refused.length > 0) {
    errorsTo(output).report(refused)
    return 2
  }
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  // Nothing else runs while the solver works, so Ctrl-C then ends the process as it would without a handler.
  const deaf: Deaf = async (work) => {
    process.off('SIGINT', interrupt)
    await work()
    process.on('SIGINT', interrupt)
  }
  errorsTo(output).remark(idlePromises(args))
  const folders = watchedFolders()
  const round = rounds(args, surroundings, deaf)
  folders.follow(args.words)
  process.on('SIGINT', interrupt)
  for (let isFirst = true; ; isFirst = false) {
    const followed = folders.follow(await round())
    if (!followed.ok) {
      errorsTo(output).report(followed.diagnostics)
      folders.close()
      return 2
    }
    if (isFirst) output.err('watching for changes; Ctrl-C ends')
    if (await folders.changed(interruption.signal)) continue
    folders.close()
    return 130
  }
}

/** Does work with the handler for Ctrl-C switched off. */
type Deaf = (work: () => Promise<void>) => Promise<void>

/** Returns a function that decides what has changed since its last call and returns the paths to watch. */
function rounds(
  args: CheckArguments,
  { solver, output }: CommandEnvironment,
  deaf: Deaf,
): () => Promise<readonly string[]> {
  const { out, err, colours } = output
  const deciding = () => solver(args.solver === 'z3' ? 'z3' : 'sat')
  const demands = demandsOf(args)
  let decided: ReadonlyMap<string, Decided> = new Map()
  let reports: ReadonlyMap<string, QuestionReport> = new Map()
  let model: Loaded<Model> | undefined
  let tables: Loaded<readonly Expectations[]> | undefined
  /** The errors that belong to no file, as they were printed. */
  let printed: ReadonlySet<string> = new Set()
  let isFirst = true

  return async () => {
    const started = isFirst ? 0 : performance.now()
    const tests = findTests(args.words, args.row)
    const isModelNew = model === undefined || model.stamps.haveChanged()
    if (model === undefined || isModelNew) model = await modelOf(args, err)
    const areTablesNew = tables === undefined || tables.stamps.haveChanged() || areOthers(tables, args)
    if (tables === undefined || areTablesNew) tables = tablesOf(args)
    const expectations = tables.value ?? []

    const now = new Map<string, Decided>()
    const judged = new Map<string, QuestionReport>()
    let news = 0
    /** Judges the answers. Prints those that differ, or all of them at first after the file has changed. */
    const show = ({ answers }: Decided, isEdited: boolean): void => {
      for (const { from, question, answer } of answers) {
        const name = JSON.stringify([testName(from.test), question])
        const before = reports.get(name)
        const isKept = !isEdited && !areTablesNew && !isModelNew
        const one = (isKept ? before : undefined) ?? reportOn(from, question, answer, expectations, args)
        judged.set(name, one)
        if (one === before) continue
        const isNew = steady(one) !== steady(before)
        if (isNew) news++
        const matters =
          !args.quiet || [one, before].some((some) => some !== undefined && isProblem(standingOf(some, demands)))
        if ((isNew || isEdited) && matters)
          out(renderQuestion(one, { colours, widths: from.widths, verbose: args.verbose, demands }))
      }
    }
    for (const file of tests.files) {
      const key = keyOf(file)
      const cached = isModelNew ? undefined : decided.get(key)
      const isChanged = cached === undefined || cached.stamps.haveChanged()
      const one = isChanged ? await decide(file, model.value) : cached
      if (isChanged) news++
      now.set(key, one)
      show(one, isChanged && !isModelNew)
    }
    const gone = [...decided.keys()].filter((key) => !now.has(key))
    const common = [...model.errors, ...tables.errors, ...tests.diagnostics, ...unfit(now, expectations)]
    const texts = new Set(common.map(formatDiagnostic))
    for (const text of texts)
      if (!printed.has(text)) {
        err(text)
        news++
      }
    news += [...printed].filter((text) => !texts.has(text)).length
    const named = new Set(tests.diagnostics.map(({ place }) => formatPlace(place)))
    for (const path of gone) if (!named.has(path)) out(`${printable(path)}: removed`)

    if (isFirst || news + gone.length > 0) await conclude(now, [...judged.values()], common, started)
    decided = now
    reports = judged
    printed = texts
    isFirst = false
    return [
      ...args.words,
      ...(args.expect === undefined ? [] : [args.expect]),
      ...[model, tables, ...now.values()].flatMap((one) => one.stamps.paths()),
    ]
  }

  /** Returns the answers to the questions of a file; none without a model. */
  async function decide(file: TestFile, model: Model | undefined): Promise<Decided> {
    const seen = stamps()
    const errors = errorsTo({ err })
    const programs: Program[] = []
    const selection: ReadTest[] = []
    const answers: Decided['answers'][number][] = []
    seen.add(file.path)
    function* read() {
      for (const one of askedIn([file], { ...readingOf(args, output.progress), opened: seen.add }, errors, args)) {
        for (const { test } of one.ofFile) programs.push(test)
        for (const test of one.asked) selection.push(test)
        yield one.asked
      }
    }
    const { encoding, bound, timeout } = args
    if (model === undefined) Array.from(read())
    else
      await deaf(() =>
        answerInProcess(
          read(),
          { model, encoding, bound, timeout, promises: promisesIn(args) },
          args.solver === 'brute' ? undefined : deciding,
          {
            onAnswer: (from, question, answer) => answers.push({ from, question, answer }),
            onFault: (test, error) => errors.report([internalError(error, testName(test))]),
          },
          output.progress,
        ),
      )
    output.progress('')
    return { stamps: seen, programs, asked: selection, answers, errors: errors.all }
  }

  /** Returns errors about the tests as a whole: unmatched rows of tables, and a missing question. */
  function unfit(now: ReadonlyMap<string, Decided>, tables: readonly Expectations[]): readonly Diagnostic[] {
    const programs = [...now.values()].flatMap((one) => one.programs)
    const isAsked = [...now.values()].some(({ asked }) => asked.length > 0)
    const names = new Set(programs.flatMap(({ questions }) => questions.map(({ name }) => name)))
    return [...misfits(tables, programs, args), ...notAsked(args.question, isAsked, names)]
  }

  /** Prints the count, and writes the reports. */
  async function conclude(
    now: ReadonlyMap<string, Decided>,
    questions: QuestionReport[],
    common: readonly Diagnostic[],
    started: number,
  ): Promise<void> {
    const all = [...common, ...[...now.values()].flatMap(({ errors }) => errors)]
    const errors = all.map(({ message, place }) => ({ message, place: formatPlace(place) }))
    const tests = [...now.values()].reduce((sum, { asked }) => sum + asked.length, 0)
    const counts = { files: now.size, tests, interrupted: false, ...demands }
    const summary = summaryOf({ ...counts, model: args.model, solver: args.solver, questions, errors })
    const milliseconds = Math.round(performance.now() - started)
    if (!args.quiet) out(renderCount({ ...summary, milliseconds }, colours))
    if (args.reporter.length === 0) return
    const report = await withVersions({ ...summary, milliseconds }, args.solver === 'brute' ? undefined : deciding)
    for (const one of writeReports(args, reportedOf(report, demands), output)) err(formatDiagnostic(one))
  }
}

/** Returns a key that is equal for reports that differ in times only. */
const steady = (one: QuestionReport | undefined): string => JSON.stringify({ ...one, milliseconds: undefined })

const keyOf = ({ path, rows }: TestFile): string => (rows === undefined ? path : `${path}#${rows.join()}`)

async function modelOf({ model }: CheckArguments, err: (text: string) => void): Promise<Loaded<Model>> {
  const seen = stamps()
  const { remark } = errorsTo({ err })
  const read = await loadModel(model, remark, 'user', seen.add)
  return {
    stamps: seen,
    ...(read.ok ? { value: read.value, errors: [] } : { value: undefined, errors: read.diagnostics }),
  }
}

/** Returns whether the folder now has other tables than those that were read. */
function areOthers({ stamps }: Loaded<unknown>, { expect }: CheckArguments): boolean {
  const there = expect === undefined ? ok([]) : tablesAt(expect)
  return there.ok && there.value.join('\0') !== stamps.paths().join('\0')
}

function tablesOf({ expect, model }: CheckArguments): Loaded<readonly Expectations[]> {
  const seen = stamps()
  const read = expectationsIn(expect, model, seen.add)
  return {
    stamps: seen,
    ...(read.ok ? { value: read.value, errors: [] } : { value: undefined, errors: read.diagnostics }),
  }
}
