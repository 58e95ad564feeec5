/** The entry of a thread: it has a separate solver, takes one item of work at a time, and returns the result. */

import { parentPort, workerData } from 'node:worker_threads'
import { match } from 'ts-pattern'
import { type SatOptions, startSat } from '../encoder/solver/sat.js'
import { limitMemory } from '../source/memory-limit.js'
import type { AuditTask } from './audit/auditor.js'
import type { AnswerTask, AskedQuestion } from './check/answer.js'
import type { EditorItem } from './lsp/work.js'
import type { FileToDecide, RegressTask } from './regress/decide.js'
import type { Chunk, SearchTask } from './synthesis/work.js'
import { byNode, memoryOfThread } from './threads/memory.js'
import { ready, result } from './threads/thread.js'
import { renewed } from './z3/renewed.js'
import type { NodeSolverOptions } from './z3/start.js'

/** A solver of a thread, and the way to start it. */
export type ThreadSolver =
  | ({ readonly name: 'z3' } & Pick<NodeSolverOptions, 'compiled' | 'memory'>)
  | ({ readonly name: 'sat' } & SatOptions)

/** The work of a thread, and its solver. */
export type ThreadWork = { readonly by: ThreadSolver } & (
  | { readonly kind: 'answer questions'; readonly task: AnswerTask }
  | { readonly kind: 'serve an editor'; readonly task: AnswerTask }
  | { readonly kind: 'decide files'; readonly task: RegressTask }
  | { readonly kind: 'search sketches'; readonly task: SearchTask }
  | { readonly kind: 'audit pieces'; readonly task: AuditTask }
)

if (parentPort === null) throw new Error('this script is run by a thread')
const port = parentPort
const { by, ...work }: ThreadWork = workerData
limitMemory(memoryOfThread(work.kind === 'answer questions' ? '--memory' : byNode, by.memory))
const solver = renewed(async () => (by.name === 'sat' ? startSat(by) : (await import('./z3/start.js')).startSolver(by)))
const starting = solver.take()

const takes = <Item>(resultOf: (item: Item) => Promise<unknown>): void => {
  port.on('message', async (item: Item) => {
    port.postMessage(result(await resultOf(item)))
    await solver.take()
    port.postMessage(ready)
  })
}
await match(work)
  .with({ kind: 'answer questions' }, async ({ task }) => {
    const { answerTo } = await import('./check/answer.js')
    takes((question: AskedQuestion) => solver.run((decider) => answerTo(question, task, decider)))
  })
  .with({ kind: 'serve an editor' }, async ({ task }) => {
    const { editorResult } = await import('./lsp/work.js')
    takes((item: EditorItem) => solver.run((decider) => editorResult(item, task, decider)))
  })
  .with({ kind: 'decide files' }, async ({ task }) => {
    const { decideFile } = await import('./regress/decide.js')
    takes((file: FileToDecide) => decideFile(file, task, solver))
  })
  .with({ kind: 'search sketches' }, async ({ task }) => {
    const { searcher } = await import('./synthesis/work.js')
    const search = searcher(task)
    takes((chunk: Chunk) => solver.run((decider) => search(chunk, decider)))
  })
  .with({ kind: 'audit pieces' }, async ({ task }) => {
    const { auditor } = await import('./audit/auditor.js')
    const decide = auditor(task)
    takes((number: number) => solver.run((decider) => decide(number, decider)))
  })
  .exhaustive()
await starting
port.postMessage(ready)
