/** The thread of the page that decides. */

import { startSolver } from '../encoder/solver/smt.js'
import type { Given, Progress, Started, ToWorker } from './protocol.js'
import { replying } from './worker/replies.js'
import { withoutThreads } from './worker/threadless.js'
import { isCompiled, loadZ3 } from './worker/z3.js'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Starts z3, or returns why it does not run. */
async function started(compiled: unknown) {
  if (!isCompiled(compiled)) return { solver: undefined, reason: 'its WebAssembly could not be loaded' }
  try {
    return { solver: withoutThreads(await startSolver({ load: () => loadZ3(compiled) })), reason: undefined }
  } catch (error) {
    return { solver: undefined, reason: messageOf(error) }
  }
}

let reply: ReturnType<typeof replying> = () => ({ kind: 'refused', reason: 'the page is still loading' })

addEventListener('message', async ({ data, ports: [port] }: MessageEvent<ToWorker>) => {
  if (data.kind === 'ask') {
    const progress = (text: string): void => port?.postMessage({ kind: 'progress', text } satisfies Progress)
    port?.postMessage(await answerTo(data, progress))
    return
  }
  const { solver, reason } = await started(data.compiled)
  reply = replying(solver, data.modules)
  const ready: Started = { solver: solver?.version, reason }
  postMessage(ready)
})

async function answerTo(
  { subject, query }: Extract<ToWorker, { kind: 'ask' }>,
  progress: (text: string) => void,
): Promise<Given<unknown>> {
  try {
    return await reply(subject, query, progress)
  } catch (error) {
    return { kind: 'fault', message: messageOf(error) }
  }
}
