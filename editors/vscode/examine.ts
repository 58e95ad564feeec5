/** The commands that examine the file in the editor, and show beside it what they found. They run only when asked. */

import { basename, dirname } from 'node:path'
import {
  commands,
  type Disposable,
  type ExtensionContext,
  ProgressLocation,
  type TextDocument,
  type Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode'
import { launchesIn } from './launches.js'
import { pageOf, type Results } from './page.js'
import { programOf, run } from './process.js'
import { type Settings, sharedArguments } from './settings.js'

/** What the commands need besides the editor. */
interface Surroundings {
  readonly included: string
  readonly settings: () => Settings & { readonly command: string }
  readonly state: ExtensionContext['workspaceState']
}

/** Registers the commands. */
export function examinations(surroundings: Surroundings): readonly Disposable[] {
  let panel: WebviewPanel | undefined
  const show = ({ title, ...results }: Results): void => {
    panel ??= opened(title, () => {
      panel = undefined
    })
    panel.title = title
    panel.webview.html = pageOf({ title, ...results })
    panel.reveal(undefined, true)
  }
  const examine = async (uri: Uri | undefined, asked: (document: TextDocument) => Promise<Asked | undefined>) => {
    if (!workspace.isTrusted) {
      // A test may name a source of CUDA, which is compiled.
      void window.showErrorMessage('ptx-litmus examines files only in folders that you trust.')
      return
    }
    const document = await documentOf(uri)
    const question = document === undefined ? undefined : await asked(document)
    if (document === undefined || question === undefined) return
    await document.save()
    const results = await resultsOf(document, question, surroundings)
    if (results !== undefined) show(results)
  }
  const register = (name: string, asked: (document: TextDocument) => Promise<Asked | undefined>) =>
    commands.registerCommand(name, (uri?: Uri) => examine(uri, asked))
  return [
    register('ptx-litmus.explain', async () => ({ words: ['explain'], pictured: ['explain', '--no-repairs'] })),
    register('ptx-litmus.races', async () => ({ words: ['races'], pictured: undefined })),
    register('ptx-litmus.launch', (document) => askedOfLaunch(document, surroundings)),
    { dispose: () => panel?.dispose() },
  ]
}

/** Opens a panel beside the editor. */
function opened(title: string, disposed: () => void): WebviewPanel {
  const panel = window.createWebviewPanel('ptx-litmus', title, { viewColumn: ViewColumn.Beside, preserveFocus: true })
  panel.onDidDispose(disposed)
  return panel
}

/** A command without its file, and the one that draws the picture, if there is one. */
interface Asked {
  readonly words: readonly string[]
  readonly pictured: readonly string[] | undefined
}

/** Returns the document of a menu's file, or that of the active editor. */
const documentOf = async (uri: Uri | undefined): Promise<TextDocument | undefined> =>
  uri === undefined ? window.activeTextEditor?.document : workspace.openTextDocument(uri)

/** Asks for a launch and a claim. The last answers for a file are proposed. */
async function askedOfLaunch(document: TextDocument, { state }: Surroundings): Promise<Asked | undefined> {
  const key = (what: string): string => `${what} of ${document.uri.toString()}`
  const launch = await window.showInputBox({
    title: 'The launch: blocks and threads, an object with its type for each pointer, numbers',
    value: state.get(key('launch')) ?? launchesIn(document.getText())[0] ?? '',
    ignoreFocusOut: true,
  })
  if (launch === undefined || launch === '') return undefined
  const claim = await window.showInputBox({
    title: 'A claim about memory at the end, such as out == 42. Without one, data races are searched for',
    value: state.get(key('claim')) ?? '',
    ignoreFocusOut: true,
  })
  if (claim === undefined) return undefined
  await state.update(key('launch'), launch)
  await state.update(key('claim'), claim)
  const launched = ['--launch', launch]
  if (claim === '') return { words: ['races', ...launched], pictured: undefined }
  const claimed = [...launched, '--assert', claim]
  return { words: ['explain', ...claimed], pictured: ['explain', '--no-repairs', ...claimed] }
}

/** Runs the commands of a question, and returns what they print; undefined if the user has cancelled. */
async function resultsOf(
  document: TextDocument,
  { words, pictured }: Asked,
  { included, settings }: Surroundings,
): Promise<Results | undefined> {
  const { command, ...others } = settings()
  const program = programOf(command, included)
  const title = basename(document.fileName)
  const progress = { location: ProgressLocation.Notification, title: `ptx-litmus: ${title}`, cancellable: true }
  return window.withProgress(progress, async (_, cancellation) => {
    const aborted = new AbortController()
    cancellation.onCancellationRequested(() => aborted.abort())
    const ended = ([name = '', ...more]: readonly string[]) =>
      run(program, [name, title, ...more, ...sharedArguments(others)], dirname(document.fileName), aborted.signal)
    const text = await ended(words)
    if (aborted.signal.aborted) return undefined
    // Where the text has an error, the picture has none.
    const isDrawn = pictured !== undefined && (text.status === 0 || text.status === 1)
    const picture = isDrawn ? await ended([...pictured, '--format', 'svg']) : undefined
    return {
      title,
      text: text.stdout,
      notes: text.stderr,
      picture: picture?.stdout.startsWith('<svg') ? picture.stdout : undefined,
    }
  })
}
