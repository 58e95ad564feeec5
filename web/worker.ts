/** The thread of the page that decides. */

import { startSat } from '../encoder/solver/sat.js'
import type { Modules, Progress, ToWorker } from './protocol.js'
import { started } from './worker/started.js'

let receive: (modules: Modules) => void = () => undefined
const modules = new Promise<Modules>((resolve) => {
  receive = resolve
})
const answering = started(startSat, modules)
void answering.then(({ known }) => postMessage(known))

addEventListener('message', async ({ data, ports: [port] }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    receive(data.modules)
    return
  }
  const { answer } = await answering
  const progress = (text: string): void => port?.postMessage({ kind: 'progress', text } satisfies Progress)
  port?.postMessage(await answer(data.subject, data.query, { progress, room: data.room }))
})
