/**
 * The client in VS Code: starts the server, the extension's own or another one, and starts it again when a setting
 * changes.
 */

import { commands, type ExtensionContext, workspace } from 'vscode'
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node'
import { serverArguments } from './settings.js'

const languages = ['ptx-test', 'ptx-litmus', 'cat']

/** Starts the client. VS Code calls this function when a file of one of the languages is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const included = context.asAbsolutePath('server/dist/ptx-litmus.js')
  let client = clientNow(included)
  // Stopping a client that failed to start fails too.
  const stop = (): Promise<void> => client.dispose().catch(() => undefined)
  const restart = async (): Promise<void> => {
    await stop()
    client = clientNow(included)
    await client.start()
  }
  context.subscriptions.push(
    commands.registerCommand('ptx-litmus.restart', restart),
    workspace.onDidChangeConfiguration((change) => (change.affectsConfiguration('ptx-litmus') ? restart() : undefined)),
    { dispose: stop },
  )
  await client.start()
}

/** Returns a client of a server that starts with the current settings. */
function clientNow(included: string): LanguageClient {
  const settings = workspace.getConfiguration('ptx-litmus')
  const command = settings.get('command', '')
  const args = [
    ...serverArguments({
      model: settings.get('model', ''),
      timeout: settings.get('timeout', 0),
      bound: settings.get('bound', 0),
      nvcc: settings.get('nvcc', ''),
    }),
  ]
  const transport = TransportKind.stdio
  const server: ServerOptions = command === '' ? { module: included, args, transport } : { command, args, transport }
  return new LanguageClient('ptx-litmus', 'ptx-litmus', server, {
    documentSelector: languages.map((language) => ({ language })),
  })
}
