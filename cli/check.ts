/** `ptx-litmus check`: decides every question of the given tests. */

import type { Model } from '../axioms/algebra/terms.js'
import { bruteForce } from '../encoder/brute.js'
import { ask, type Decision, prepare } from '../encoder/decide.js'
import type { EncodingForm } from '../encoder/lean.js'
import type { Solver } from '../encoder/smt.js'
import { type Program, testName } from '../litmus/program.js'
import { readTests } from '../litmus/read.js'
import { type Diagnostic, diagnostic, formatPlace } from '../source/diagnostic.js'
import { all, fail, ok, type Result, then } from '../source/result.js'
import type { Surroundings } from './command.js'
import { tellErrors } from './errors.js'
import { type Expectations, readExpectations, unmatched } from './expectations.js'
import { findFiles, findTables, readSource } from './files.js'
import { judge } from './judge.js'
import { loadModel } from './model.js'
import { columnWidths, renderCount, renderQuestion } from './render/text.js'
import type { CheckReport, ExitStatus, QuestionReport } from './report.js'
import { packageVersions } from './versions.js'

export interface CheckArguments {
  readonly words: readonly string[]
  readonly model: string
  readonly solver: CheckReport['solver']
  readonly encoding: EncodingForm
  readonly expect?: string | undefined
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  /** Seconds for each question. */
  readonly timeout?: number | undefined
  /** How often the body of a loop is executed at most. */
  readonly bound: number
}

/** Runs the command and gives the exit status. Results go out as they come, errors beside them. */
export async function check(
  args: CheckArguments,
  { solver, output: { out, err, colours } }: Surroundings,
): Promise<ExitStatus> {
  const starting = solver()
  // Brute force leaves no time for z3 to start beside it, and only z3's version is asked for.
  if (args.solver === 'brute') await starting
  const { all: errors, tell } = tellErrors({ err })
  const valueOf = <T>(result: Result<T>): T | undefined => {
    if (result.ok) return result.value
    tell(result.diagnostics)
    return undefined
  }

  const model = valueOf(await loadModel(args.model))
  const expectations = args.expect === undefined ? [] : (valueOf(expectationsIn(args.expect, args.model)) ?? [])
  const { files, diagnostics } = findFiles(args.words)
  tell(diagnostics)
  const questions: QuestionReport[] = []
  const programs: Program[] = []
  for (const file of files) {
    const started = performance.now()
    const source = valueOf(readSource(file))
    if (source === undefined || model === undefined) continue
    const { tests, diagnostics } = readTests(source)
    tell(diagnostics)
    programs.push(...tests)
    const read = (performance.now() - started) / Math.max(1, tests.length)
    const widths = columnWidths(tests)
    for (const test of tests) {
      const decision = valueOf(await decideTest(test, model, args, starting))
      const reports = decision?.answers.map((answered) => judge(test, decision, answered, read, expectations)) ?? []
      questions.push(...reports)
      const shown = args.json ? [] : args.quiet ? reports.filter(isProblem) : reports
      for (const one of shown) out(renderQuestion(one, { colours, widths, verbose: args.verbose }))
    }
  }
  tell(expectations.flatMap((table) => unmatched(table, programs)))

  const report = summary(args.model, {
    questions,
    errors,
    files: files.length,
    tests: programs.length,
    z3: (await starting).version,
    solver: args.solver,
  })
  if (args.json) out(JSON.stringify(report, undefined, 2))
  else if (!args.quiet) out(renderCount(report, colours))
  return report.exitStatus
}

/** The tables that a path names: a file, or every `expected.csv` below a folder. */
const expectationsIn = (path: string, model: string): Result<readonly Expectations[]> =>
  then(findTables(path), (tables) =>
    all(tables.map((table) => then(readSource(table), (source) => readExpectations(source, model)))),
  )

/** The decision; a fault of this program costs one test, and is told. */
async function decideTest(
  test: Program,
  model: Model,
  { solver, encoding, timeout, bound }: CheckArguments,
  starting: Promise<Solver>,
): Promise<Result<Decision>> {
  try {
    if (solver === 'brute') return ok(bruteForce(test, model, { bound }))
    const prepared = prepare(test, model, { bound, encoding, oneOfAlike: true })
    return ok(ask(prepared, await starting, timeout && timeout * 1000))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return fail(diagnostic(`internal error, please report it: ${message}`, testName(test)))
  }
}

const isProblem = ({ asExpected, verdict }: QuestionReport): boolean => asExpected === false || verdict === 'undecided'

interface Outcome {
  readonly questions: readonly QuestionReport[]
  readonly errors: readonly Diagnostic[]
  readonly files: number
  readonly tests: number
  readonly z3: string
  readonly solver: CheckArguments['solver']
}

function summary(model: string, { questions, errors, files, tests, z3, solver }: Outcome): CheckReport {
  const count = (matches: (one: QuestionReport) => boolean): number => questions.filter(matches).length
  const broken = count(({ asExpected }) => asExpected === false)
  const undecided = count(({ verdict }) => verdict === 'undecided')
  return {
    versions: { ...packageVersions(), z3, node: process.versions.node },
    model,
    solver,
    questions: [...questions],
    errors: errors.map(({ message, place }) => ({ message, place: formatPlace(place) })),
    count: {
      files,
      tests,
      questions: questions.length,
      asExpected: count(({ asExpected }) => asExpected === true),
      broken,
      withoutExpectation: count(
        ({ asExpected, verdict }) => asExpected === null && (verdict === 'allowed' || verdict === 'forbidden'),
      ),
      undecided,
      vacuous: count(({ vacuous }) => vacuous),
      notCovered: count(({ verdict }) => verdict === 'not covered'),
    },
    milliseconds: Math.round(performance.now()),
    exitStatus: errors.length > 0 ? 2 : broken > 0 ? 1 : undecided > 0 ? 3 : 0,
  }
}
