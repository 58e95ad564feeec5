/** The tests of all files, decided on threads unless the files are few. */

import { availableParallelism } from 'node:os'
import type { CommandEnvironment } from '../commandline/command.js'
import { internalError } from '../console/errors.js'
import { progressBar } from '../console/progress.js'
import { manyFiles } from '../threads/many-files.js'
import { onThreads } from '../threads/threads.js'
import type { ThreadWork } from '../worker.js'
import { renewed } from '../z3/renewed.js'
import { type DecidedFile, decideFile, type FileToDecide, type RegressTask } from './decide.js'
import { reported } from './reported.js'

/** Each thread has its own z3, with its memory. */
const mostThreads = 8

/**
 * Decides one file at a time per thread, on as many threads as there are processors, or on this thread if there are
 * only a few files.
 */
export async function decideAll(
  files: readonly FileToDecide[],
  task: RegressTask,
  { solver, compiled, threadScript, output: { progress } }: CommandEnvironment,
): Promise<readonly DecidedFile[]> {
  if (files.length < manyFiles.regress) {
    const here = renewed(solver)
    const decided: DecidedFile[] = []
    for (const file of files) decided.push(await decideFile(file, task, here))
    return decided
  }
  const work: ThreadWork = { kind: 'decide files', z3: { compiled: await compiled() }, task }
  const count = Math.min(mostThreads, availableParallelism())
  const decided = await onThreads<FileToDecide, DecidedFile>(threadScript, { workerData: work, count }, files, {
    onResult: (_result, _index, done) => progress(progressBar(done, files.length, 'files')),
    onFault: ({ source: { name } }, reason) => ({
      file: name,
      tests: 0,
      questions: [],
      errors: [reported(internalError(reason, name))],
    }),
  })
  progress('')
  return decided
}
