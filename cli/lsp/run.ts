/** `ptx-litmus lsp`: a language server over standard input and output. */

import { createConnection } from 'vscode-languageserver'
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node'
import { nothingBesides } from '../../answers/needs/needs.js'
import type { ExitStatus } from '../../report/check.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { loadModel, openBeside } from '../input/model.js'
import { loadBeside } from '../input/tests.js'
import type { ThreadWork } from '../worker.js'
import type { LspArguments } from './command.js'
import { queueOf } from './queue.js'
import { serve } from './server.js'
import type { EditorItem, EditorResult } from './work.js'

/** The time in milliseconds that a thread may take beyond its limit. */
const grace = 250

/**
 * The reason why CUDA sources are not compiled: opening someone else's folder must not run a compiler on its contents.
 */
const uncompiled =
  'the editor compiles no CUDA source unless the server is started with --nvcc; `ptx-litmus check` compiles it'

/**
 * Serves until the editor ends it or leaves, and returns the exit status. Standard output belongs to the protocol, so
 * nothing else may be printed there.
 */
export async function run(
  { model: word, bound, timeout, nvcc, 'nvcc-options': nvccOptions }: LspArguments,
  { threadScript, output }: CommandEnvironment,
): Promise<ExitStatus> {
  const errors = errorsTo(output)
  const model = errors.valueOf(await loadModel(word, errors.remark))
  if (model === undefined) return 2
  const workerData = async (): Promise<ThreadWork> => ({
    kind: 'serve an editor',
    by: { name: 'sat' },
    task: { model, encoding: 'lean', bound, timeout, promises: nothingBesides },
  })
  // An audit keeps the limit for each piece.
  const limit = ({ kind }: EditorItem): number | undefined =>
    timeout === undefined || kind === 'audit' ? undefined : timeout + grace
  const queue = queueOf<EditorItem, EditorResult>(threadScript, { workerData, limit })
  const status = await new Promise<ExitStatus>((resolve) => {
    let shutdownReceived = false
    const connection = createConnection(
      (logger) =>
        createProtocolConnection(
          new StreamMessageReader(process.stdin),
          new StreamMessageWriter(process.stdout),
          logger,
        ),
      {
        initialize: () => undefined,
        get shutdownReceived() {
          return shutdownReceived
        },
        set shutdownReceived(received) {
          shutdownReceived = received
        },
        exit: (code) => resolve(code === 0 ? 0 : 1),
      },
    )
    process.stdin.once('end', () => resolve(shutdownReceived ? 0 : 1))
    const reading = nvcc === undefined ? { uncompiled } : { nvcc, nvccOptions }
    serve(connection, queue, (opened) => ({ load: loadBeside({ opened, ...reading }), open: openBeside(opened) }))
  })
  await queue.end()
  return status
}
