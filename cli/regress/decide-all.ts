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

/** The number of threads unless the user gives one: each has its own solver, with its memory. */
const mostThreads = 8

/**
 * Decides one file at a time per thread: on as many threads as are wanted, or as there are processors. Without threads
 * to share the work, or by default with only a few files, it decides on this thread.
 */
export async function decideAll(
  files: readonly FileToDecide[],
  task: RegressTask,
  jobs: number | undefined,
  { solver, threadScript, output: { progress, watch } }: CommandEnvironment,
): Promise<readonly DecidedFile[]> {
  const usual = files.length < manyFiles.regress ? 1 : Math.min(mostThreads, availableParallelism())
  const count = Math.min(jobs ?? usual, files.length)
  if (count <= 1 && files.length < manyFiles.regress) {
    const here = renewed(solver)
    const decided: DecidedFile[] = []
    for (const file of files) decided.push(await decideFile(file, task, here))
    return decided
  }
  watch?.()
  const work: ThreadWork = { kind: 'decide files', by: { name: 'sat' }, task }
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
