/** `ptx-litmus cuda`: a program that runs the given tests. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Plan, planOf } from '../../hardware/plan.js'
import { sourceOf } from '../../hardware/source.js'
import type { ExitStatus } from '../../report/check.js'
import { counted } from '../../source/counted.js'
import { type Diagnostic, diagnostic, formatPlace } from '../../source/diagnostic.js'
import { ok, type Result, then } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { writeTo } from '../input/outputs.js'
import { attemptToWrite } from '../input/system.js'
import { testsNamed } from '../input/tests.js'
import type { CudaArguments } from './command.js'

/** The name of the program in its folder. */
export const programName = 'litmus.cu'

/** Writes the program and returns the exit status. */
export async function run(
  { words, output: folder, force, row, undeclared }: CudaArguments,
  { output }: CommandEnvironment,
): Promise<ExitStatus> {
  const errors = errorsTo(output)
  const plans: Plan[] = []
  for (const word of words) {
    const { tests, diagnostics, remarks } = testsNamed(word, { row, undeclared })
    errors.report(diagnostics)
    errors.remark(remarks)
    for (const test of tests) {
      const planned = planOf(test)
      if (planned.kind === 'plan') plans.push(planned)
      else output.err(notRunnable(planned.test, planned.reasons))
    }
  }
  if (errors.all.length > 0) return 2
  if (plans.length === 0) {
    errors.report([diagnostic('none of the tests can run on a GPU', words.join(' '))])
    return 2
  }
  if (folder === undefined) {
    output.out(sourceOf(plans).trimEnd())
    return 0
  }
  const path = errors.valueOf(writeProgram(plans, folder, force))
  if (path === undefined) return 2
  output.out(`${path}: ${counted(plans.length, 'test')}`)
  return 0
}

/** Writes the program of the plans into a folder, which it creates if necessary, and returns its path. */
export const writeProgram = (plans: readonly Plan[], folder: string, force: boolean): Result<string> => {
  const path = join(folder, programName)
  return then(
    attemptToWrite(folder, () => ok(mkdirSync(folder, { recursive: true }))),
    () => then(writeTo(path, sourceOf(plans), force), () => ok(path)),
  )
}

/** Returns the message that a test does not run, with the first reason and its place. */
export const notRunnable = (test: string, [first]: readonly Diagnostic[]): string =>
  `${test}: not runnable: ${first === undefined ? '' : `${first.message} (${formatPlace(first.place)})`}`
