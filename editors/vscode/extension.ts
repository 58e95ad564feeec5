/**
 * The extension in VS Code: starts the server, its own or another one, as soon as a text of its languages is open, and
 * starts it again when a setting changes.
 */

import { commands, type ExtensionContext, languages, type TextDocument, workspace } from 'vscode'
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node'
import { examinations } from './examine.js'
import { isTest } from './ours.js'
import { serverArguments } from './settings.js'

const served = ['ptx-test', 'ptx-litmus', 'cat']

/** Registers the commands, recognises tests, and starts the client. VS Code calls this function. */
export async function activate(context: ExtensionContext): Promise<void> {
  const included = context.asAbsolutePath('server/dist/ptx-litmus.js')
  let client: LanguageClient | undefined
  // Stopping a client that failed to start fails too.
  const stop = async (): Promise<void> => client?.dispose().catch(() => undefined)
  const start = async (): Promise<void> => {
    client = clientNow(included)
    await client.start()
  }
  const restart = async (): Promise<void> => {
    await stop()
    await start()
  }
  const opened = async (document: TextDocument): Promise<void> => {
    if (isUnclaimedTest(document)) await languages.setTextDocumentLanguage(document, 'ptx-test')
    else if (served.includes(document.languageId) && client === undefined) await start()
  }
  context.subscriptions.push(
    commands.registerCommand('ptx-litmus.restart', restart),
    ...examinations({ included, settings: settingsNow, state: context.workspaceState }),
    workspace.onDidOpenTextDocument(opened),
    workspace.onDidSaveTextDocument(opened),
    workspace.onDidChangeConfiguration((change) =>
      change.affectsConfiguration('ptx-litmus') && client !== undefined ? restart() : undefined,
    ),
    { dispose: stop },
  )
  for (const document of workspace.textDocuments) await opened(document)
}

/** Returns whether a text that no extension claims is a test. */
const isUnclaimedTest = (document: TextDocument): boolean =>
  document.languageId === 'plaintext' && document.fileName.endsWith('.test') && isTest(document.getText())

/** Returns the current settings. */
function settingsNow() {
  const settings = workspace.getConfiguration('ptx-litmus')
  return {
    command: settings.get('command', ''),
    model: settings.get('model', ''),
    timeout: settings.get('timeout', 0),
    bound: settings.get('bound', 0),
    nvcc: settings.get('nvcc', ''),
  }
}

/** Returns a client of a server that starts with the current settings. */
function clientNow(included: string): LanguageClient {
  const { command, ...settings } = settingsNow()
  const args = [...serverArguments(settings)]
  const transport = TransportKind.stdio
  const server: ServerOptions = command === '' ? { module: included, args, transport } : { command, args, transport }
  return new LanguageClient('ptx-litmus', 'ptx-litmus', server, {
    documentSelector: served.map((language) => ({ language })),
  })
}
