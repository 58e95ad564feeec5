/** The entry of a thread: it has a z3 of its own, takes one item of its work at a time, and gives back what comes of it. */

import { parentPort, workerData } from 'node:worker_threads'
import { match } from 'ts-pattern'
import type { AnswerTask, AskedQuestion } from './check/answer.js'
import type { FileToDecide, RegressTask } from './regress/decide.js'
import { ready } from './threads/thread.js'
import { type NodeSolverOptions, startSolver } from './z3/start.js'

/** What a thread is started for, and how its z3 is started. */
export type ThreadWork = { readonly z3: Pick<NodeSolverOptions, 'compiled' | 'memory'> } & (
  | { readonly kind: 'answer questions'; readonly task: AnswerTask }
  | { readonly kind: 'decide files'; readonly task: RegressTask }
)

if (parentPort === null) throw new Error('this script is run by a thread')
const port = parentPort
const { z3, ...work }: ThreadWork = workerData
const starting = startSolver(z3)

const takes = <Item>(resultOf: (item: Item) => unknown): void => {
  port.on('message', (item: Item) => port.postMessage(resultOf(item)))
}
await match(work)
  .with({ kind: 'answer questions' }, async ({ task }) => {
    const [{ answerTo }, solver] = await Promise.all([import('./check/answer.js'), starting])
    takes((asked: AskedQuestion) => answerTo(asked, task, solver))
  })
  .with({ kind: 'decide files' }, async ({ task }) => {
    const [{ decideFile }, solver] = await Promise.all([import('./regress/decide.js'), starting])
    takes((file: FileToDecide) => decideFile(file, task, solver))
  })
  .exhaustive()
port.postMessage(ready)
