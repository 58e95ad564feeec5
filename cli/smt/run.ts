/** `ptx-litmus smt`: the problem of a test, as text for other solvers. */

import { writeFileSync } from 'node:fs'
import { ask, prepare } from '../../encoder/decide/decide.js'
import type { EncodingForm } from '../../encoder/formula/orders-in-clauses.js'
import type { ExitStatus } from '../../report/check.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { ok } from '../../source/result.js'
import type { Surroundings } from '../commandline/command.js'
import { attempt } from '../input/files.js'
import { loadModel } from '../input/model.js'
import { testNamed } from '../input/tests.js'
import { renderProblem } from './render.js'

export interface SmtArguments {
  readonly words: readonly string[]
  readonly row?: number | undefined
  readonly model: string
  readonly encoding: EncodingForm
  readonly output?: string | undefined
  /** Seconds for each question, to tell the expected answer. */
  readonly timeout?: number | undefined
  readonly bound: number
}

/** Writes the problem and gives the exit status. */
export async function smt(
  { words: [path = ''], row, model: name, encoding, output, timeout, bound }: SmtArguments,
  { solver, output: { out, err } }: Surroundings,
): Promise<ExitStatus> {
  const [model, test] = [await loadModel(name), testNamed(path, row)]
  if (!model.ok || !test.ok) {
    for (const one of [model, test].flatMap((result) => (result.ok ? [] : result.diagnostics)))
      err(formatDiagnostic(one))
    return 2
  }
  const prepared = prepare(test.value, model.value, { bound, encoding, breakSymmetry: true })
  const { answers } = ask(prepared, await solver(), timeout && timeout * 1000)
  const { problem } = prepared
  if ('verdict' in problem) {
    err(`${path}: ${problem.verdict.kind}${'reason' in problem.verdict ? `: ${problem.verdict.reason}` : ''}`)
    return 3
  }
  const text = renderProblem(problem, answers)
  const written = output === undefined ? ok(out(text)) : attempt(output, () => ok(writeFileSync(output, `${text}\n`)))
  if (written.ok) return answers.some(({ verdict }) => verdict.kind === 'undecided') ? 3 : 0
  for (const one of written.diagnostics) err(formatDiagnostic(one))
  return 2
}
