/** Functions that the specs share. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Model } from '../axioms/algebra/terms.js'
import { defaultModel, models } from '../axioms/models.js'
import { testsOf } from '../cli/input/tests.js'
import { startSolver } from '../cli/z3/start.js'
import { bruteForce } from '../encoder/decide/brute.js'
import { decide } from '../encoder/decide/decide.js'
import type { Answered, Liveness, Verdict } from '../encoder/decide/verdict.js'
import { startSat } from '../encoder/solver/sat.js'
import type { Z3 } from '../encoder/solver/smt.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Compiled } from '../encoder/solver/wasm/engine.js'
import type { Program } from '../litmus/program.js'
import { formatDiagnostic } from '../source/diagnostic.js'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the tests of a text, which must have no errors. Modules are looked up from the folder of the name. */
export function testsIn(text: string, name = 'spec'): readonly Program[] {
  const { tests, diagnostics } = testsOf({ name, text }, { path: name, rows: undefined })
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return tests
}

/** Returns the only test of a text. */
export function testIn(text: string): Program {
  const [test, ...others] = testsIn(text)
  if (test === undefined || others.length > 0) throw new Error('one test is needed')
  return test
}

declare global {
  /** The values that `environment.mjs` provides. */
  var compiledZ3: () => Promise<Compiled>
}

/** Starts a fresh z3, which has not been asked anything before. */
export const freshSolver = async (): Promise<Z3> => startSolver({ compiled: await compiledZ3() })

let started: Promise<Z3> | undefined

/** Returns z3, started once for a file of specs. */
export const solver = (): Promise<Z3> => {
  started ??= freshSolver()
  return started
}
afterAll(async () => (await started)?.close())

let startedSat: Promise<Solver> | undefined

/** Returns a SAT solver, started once for a file of specs. */
export const sat = (): Promise<Solver> => {
  startedSat ??= startSat()
  return startedSat
}

/** Returns z3 and a SAT solver. */
export const solvers = (): Promise<readonly Solver[]> => Promise.all([solver(), sat()])

/**
 * The models that differ on tests without asynchronous operations: there, `ptx-9.4` and its strict form decide as
 * `ptx-7.5` does.
 */
export const distinctModels: readonly Model[] = models.filter(({ name }) => !name.startsWith('ptx-9.4'))

/** Returns the verdicts on the questions of a program, in order. */
export async function verdicts(program: Program, model: Model = defaultModel): Promise<readonly Word[]> {
  return decide(program, await solver(), { model, liveness: false }).answers.map(wordOf)
}

/** Returns whether a program ends, in the words of `hangs.ts`. */
export const hangText = (liveness: Liveness | undefined): string =>
  liveness?.kind === 'hangs' ? (liveness.always ? 'hangs' : 'can hang') : (liveness?.kind ?? 'nothing')

/** The verdict that tables have for an answer. */
type Word = Verdict['kind'] | 'undefined'

export const wordOf = ({ verdict, undefined: reached }: Answered): Word =>
  verdict.kind !== 'not covered' && reached.kind === 'known' && reached.found.length > 0 ? 'undefined' : verdict.kind

/**
 * Returns the verdicts of brute force on the questions of a program, in order; `undecided` if it does not finish and
 * has no answer.
 */
export const bruteVerdicts = (program: Program, model: Model, most?: number): readonly Word[] =>
  bruteForce(program, model, most === undefined ? {} : { most }).answers.map(wordOf)

/** Returns the verdict on the only question of a text. */
export async function verdictOf(text: string, model: Model = defaultModel): Promise<Word> {
  const [verdict, ...others] = await verdicts(testIn(text), model)
  if (verdict === undefined || others.length > 0) throw new Error('one question is needed')
  return verdict
}

/**
 * Returns the verdict on the first question of a text, with its bound, its reason and whether it is vacuous; brute
 * force must agree.
 */
export async function agreedVerdict(
  text: string,
  { model = defaultModel, bound = 2 }: { model?: Model; bound?: number } = {},
) {
  const program = testIn(text)
  const [answer] = decide(program, await solver(), { model, bound, liveness: false }).answers
  const { answers, listed } = bruteForce(program, model, { bound })
  const [brute] = answers
  if (listed === 'all' || brute?.verdict.kind !== 'undecided')
    expect(said(brute?.verdict)).toEqual(said(answer?.verdict))
  return said(answer?.verdict)
}

function said(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'nothing'
  if ('reason' in verdict) return `${verdict.kind}: ${verdict.reason}`
  if (verdict.kind === 'allowed') return verdict.kind
  const within = verdict.within === undefined ? '' : ` within bound ${verdict.within.bound}`
  return `forbidden${within}${verdict.vacuous ? ' (vacuous)' : ''}`
}

/** Returns a herd-style test of one column for each thread, a cell for each line of it. */
export function herd(initial: string, threads: readonly (readonly string[])[], rest: string): string {
  const height = Math.max(...threads.map(({ length }) => length))
  const rows = Array.from({ length: height }, (_, row) => `${threads.map((cells) => cells[row] ?? '').join(' | ')} ;`)
  return `PTX spec\n{\n${initial}\n}\n${rows.join('\n')}\n${rest}\n`
}

/** Returns all files below a folder that end so, with their paths from it, sorted. */
export const filesBelow = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted()

export const textOf = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8')
