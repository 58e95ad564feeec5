/** `ptx-litmus check`: decides every question of the given tests. */

import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import type { Model } from '../../axioms/algebra/terms.js'
import { bruteForce } from '../../encoder/decide/brute.js'
import { ask, prepare } from '../../encoder/decide/decide.js'
import type { Decision } from '../../encoder/decide/verdict.js'
import type { Solver } from '../../encoder/solver/smt.js'
import { type Program, testName } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import type { CheckReport, ExitStatus, QuestionReport } from '../../report/check.js'
import { type Diagnostic, diagnostic, formatPlace } from '../../source/diagnostic.js'
import { once } from '../../source/once.js'
import { all, fail, ok, type Result, then } from '../../source/result.js'
import type { Surroundings } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { packageVersions } from '../console/versions.js'
import { findFiles, findTables, readSource } from '../input/files.js'
import { loadModel } from '../input/model.js'
import { type Expectations, readExpectations, unmatched } from '../tables/expectations.js'
import type { CheckArguments } from './command.js'
import { type Answer, answersOf, judge } from './judge.js'
import { columnWidths, renderCount, renderQuestion, type Widths } from './render.js'

/** Runs the command and gives the exit status. Results go out as they come, errors beside them. */
export async function run(args: CheckArguments, { solver, compiled, output }: Surroundings): Promise<ExitStatus> {
  const { out, err, colours } = output
  const { all: errors, tell, valueOf } = errorsTo(output)

  const model = valueOf(await loadModel(args.model))
  const expectations = args.expect === undefined ? [] : (valueOf(expectationsIn(args.expect, args.model)) ?? [])
  const { files, diagnostics } = findFiles(args.words)
  tell(diagnostics)
  const isBatch = wantsThreads(args, files.length)
  const starting = once(solver)
  // Brute force leaves no time for z3 to start beside it, and only z3's version is asked for; threads have a z3 of their own.
  if (args.solver === 'brute') await starting()
  else if (!isBatch) starting().catch(() => undefined)
  const questions: QuestionReport[] = []
  let count = 0
  /** Those that a table may have forgotten. */
  const programs: Program[] = []
  const places = new WeakMap<Program, Pick<Place, 'read' | 'widths'>>()
  const report = (test: Program, index: number, answer: Answer): void => {
    const [question, place] = [test.questions[index], places.get(test)]
    if (question === undefined || place === undefined) return
    const one = judge(test, question, answer, place.read, expectations)
    questions.push(one)
    if (args.json || (args.quiet && !isProblem(one))) return
    out(
      args.jsonl ? JSON.stringify(one) : renderQuestion(one, { colours, widths: place.widths, verbose: args.verbose }),
    )
  }
  const here = async (test: Program, model: Model): Promise<void> => {
    const decision = valueOf(await decideTest(test, model, args, starting()))
    if (decision !== undefined) for (const [i, answer] of answersOf(decision).entries()) report(test, i, answer)
  }
  /** The tests of the files, one by one. */
  async function* read(): AsyncGenerator<Program> {
    for (const file of files) {
      const started = performance.now()
      const source = valueOf(readSource(file))
      if (source === undefined) continue
      const { tests, diagnostics } = readTests(source)
      tell(diagnostics)
      count += tests.length
      if (expectations.length > 0) programs.push(...tests)
      const read = (performance.now() - started) / Math.max(1, tests.length)
      const widths = columnWidths(tests)
      for (const test of tests) {
        places.set(test, { read, widths })
        yield test
      }
      // Answers of threads are heard between files.
      if (isBatch) await setImmediate()
    }
  }
  let interrupted = false
  if (model !== undefined && isBatch) interrupted = await inBatch(model)
  else if (model !== undefined) for await (const test of read()) await here(test, model)
  tell(expectations.flatMap((table) => unmatched(table, programs)))

  const summed = summary(args.model, {
    questions,
    interrupted,
    errors,
    files: files.length,
    tests: count,
    // Only a document says it; threads start a z3 that is not this one.
    z3: args.json || !isBatch ? (await starting()).version : '',
    solver: args.solver,
  })
  if (args.json) out(JSON.stringify(summed, undefined, 2))
  else if (!args.quiet && !args.jsonl) out(renderCount(summed, colours))
  if (interrupted) err('interrupted; what is told is what was known')
  return summed.exitStatus

  async function inBatch(model: Model): Promise<boolean> {
    const { encoding, bound, memory, timeout } = args
    const { decideBatch } = await import('./batch.js')
    const { interrupted } = await decideBatch(
      read(),
      {
        work: {
          kind: 'answer questions',
          z3: { compiled: await compiled(), memory },
          task: { model, encoding, bound, timeout },
        },
        jobs: args.jobs ?? availableParallelism(),
        onAnswer: ({ test, question }, answered) => {
          if (answered.kind === 'answer') report(test, question, answered.answer)
          else valueOf(internalError(answered.message, test))
        },
      },
      output,
    )
    return interrupted
  }
}

interface Place {
  readonly read: number
  readonly widths: Widths
}

/** From so many files on, threads are worth their start, unless the user says otherwise. */
const manyFiles = 40

/** Limits are kept by ending a thread, so they need one. Brute force has no use for them. */
const wantsThreads = ({ solver, jobs, timeout, memory }: CheckArguments, files: number): boolean =>
  solver === 'z3' &&
  (timeout !== undefined || memory !== undefined || (jobs ?? (files >= manyFiles ? availableParallelism() : 1)) > 1)

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
    const prepared = prepare(test, model, { bound, encoding, breakSymmetry: true })
    return ok(ask(prepared, await starting, timeout))
  } catch (error) {
    return internalError(error instanceof Error ? error.message : String(error), test)
  }
}

const internalError = (message: string, test: Program): Result<never> =>
  fail(diagnostic(`internal error, please report it: ${message}`, testName(test)))

const isProblem = ({ asExpected, verdict }: QuestionReport): boolean => asExpected === false || verdict === 'undecided'

interface Outcome {
  readonly interrupted: boolean
  readonly questions: readonly QuestionReport[]
  readonly errors: readonly Diagnostic[]
  readonly files: number
  readonly tests: number
  readonly z3: string
  readonly solver: CheckArguments['solver']
}

function summary(model: string, { questions, interrupted, errors, files, tests, z3, solver }: Outcome): CheckReport {
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
    exitStatus: interrupted ? 130 : errors.length > 0 ? 2 : broken > 0 ? 1 : undecided > 0 ? 3 : 0,
  }
}
