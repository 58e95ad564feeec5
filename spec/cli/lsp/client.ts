/** An editor that talks to the server over standard input and output, as scripted. */

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type CodeLens,
  type Command,
  createProtocolConnection,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { root } from '../../support.js'

export interface Client {
  readonly connection: ProtocolConnection
  readonly process: ChildProcess
  /** Opens a text under a path, and returns its URI. */
  readonly open: (path: string, text: string) => string
  /** Replaces the whole text. */
  readonly change: (uri: string, text: string) => void
  /** Returns the diagnostics of a version of a text, once they have arrived. */
  readonly diagnosed: (uri: string, version?: number) => Promise<PublishDiagnosticsParams>
  /** Returns the next diagnostics of a text. */
  readonly published: (uri: string) => Promise<PublishDiagnosticsParams>
  /** Returns the titles of the lenses, once no question is being decided any more. */
  readonly decided: (uri: string) => Promise<readonly string[]>
  /** Returns the lenses that say something, without those that offer a command. */
  readonly lenses: (uri: string) => Promise<readonly CodeLens[]>
  /** Returns the commands that lenses offer. */
  readonly offers: (uri: string) => Promise<readonly Command[]>
  /** Ends the server as editors do, and returns its exit status. */
  readonly end: () => Promise<number | null>
}

/** Returns the server of the built command and its client, ready for requests. */
export const client = (...args: readonly string[]): Promise<Client> =>
  clientOf(join(root, 'dist/ptx-litmus.js'), ['lsp', ...args])

/** Returns the server in a script for Node and its client, ready for requests. */
export async function clientOf(script: string, args: readonly string[]): Promise<Client> {
  const server = spawn(process.execPath, [script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  )
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  const versions = new Map<string, number>()
  const published = new Map<string, PublishDiagnosticsParams>()
  const listeners = new Set<() => void>()
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.set(params.uri, params)
    for (const listener of [...listeners]) listener()
  })
  connection.onRequest('workspace/codeLens/refresh', () => {
    for (const listener of [...listeners]) listener()
    return null
  })
  /** Looks again after each message. */
  const until = <T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const listener = async (): Promise<void> => {
        const found = await look()
        if (found === undefined) return
        listeners.delete(listener)
        resolve(found)
      }
      listeners.add(() => void listener().catch(reject))
      void listener().catch(reject)
    })
  const allLenses = async (uri: string): Promise<readonly CodeLens[]> =>
    (await connection.sendRequest<CodeLens[] | null>('textDocument/codeLens', { textDocument: { uri } })) ?? []
  const lenses = async (uri: string) => (await allLenses(uri)).filter(({ command }) => command?.command === '')
  const versionOf = (uri: string): number => versions.get(uri) ?? 0

  connection.listen()
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { codeLens: { refreshSupport: true } } },
  })
  await connection.sendNotification('initialized', {})
  return {
    connection,
    process: server,
    open: (path, text) => {
      const uri = pathToFileURL(path).href
      versions.set(uri, 1)
      const languageId = path.endsWith('.cat') ? 'cat' : path.endsWith('.litmus') ? 'ptx-litmus' : 'ptx-test'
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version: 1, text },
      })
      return uri
    },
    change: (uri, text) => {
      const version = versionOf(uri) + 1
      versions.set(uri, version)
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      })
    },
    diagnosed: (uri, version = versionOf(uri)) =>
      until(() => {
        const found = published.get(uri)
        return found?.version === version ? found : undefined
      }),
    published: (uri) => {
      const before = published.get(uri)
      return until(() => {
        const found = published.get(uri)
        return found === before ? undefined : found
      })
    },
    decided: (uri) =>
      until(async () => {
        const titles = (await lenses(uri)).map(({ command }) => command?.title ?? '')
        return titles.some((title) => /^(?:deciding|auditing)/.test(title)) ? undefined : titles
      }),
    lenses,
    offers: async (uri) =>
      (await allLenses(uri)).flatMap(({ command }) =>
        command === undefined || command.command === '' ? [] : [command],
      ),
    end: async () => {
      await connection.sendRequest('shutdown')
      await connection.sendNotification('exit')
      return ended
    },
  }
}
