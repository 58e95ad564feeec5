/** `ptx-litmus smt`: the problem of a test, as text for other solvers. */

import { ask, prepare } from '../../encoder/decide/decide.js'
import type { ExitStatus } from '../../report/check.js'
import { exitStatusOf, statuses } from '../../report/conclusion.js'
import { collect } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { written } from '../commandline/written.js'
import { errorsTo } from '../console/errors.js'
import { loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { testNamed } from '../input/tests.js'
import type { SmtArguments } from './command.js'
import { renderProblem } from './render.js'

/** Writes the problem and returns the exit status. */
export async function run(args: SmtArguments, { solver, output }: CommandEnvironment): Promise<ExitStatus> {
  const { row, encoding, timeout, bound } = args
  const [path] = args.words
  const errors = errorsTo(output)
  const request = errors.valueOf(
    collect({
      model: await loadModel(args.model, errors.remark),
      test: testNamed(path, { row, ...readingOf(args, output.progress) }, errors.remark),
    }),
  )
  if (request === undefined) return 2
  const prepared = prepare(request.test, request.model, { bound, encoding, breakSymmetry: true, isWhole: true })
  // The script has the expected answer with each check.
  const { answers } = ask(prepared, await solver(), timeout)
  const { problem } = prepared
  if ('verdict' in problem) {
    output.err(`${path}: ${problem.verdict.kind}: ${problem.verdict.reason}`)
    return statuses[problem.verdict.kind]
  }
  if (!written(renderProblem(problem, answers), args, output, errors)) return 2
  return exitStatusOf(answers.map(({ verdict }) => (verdict.kind === 'undecided' ? 'undecided' : 'done')))
}
