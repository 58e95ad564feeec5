/** The requests of editors, connected with the functions over texts that answer them. */

import {
  CodeActionKind,
  type Connection,
  DiagnosticSeverity,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { lensesOf } from '../../language/lenses.js'
import { marksOf } from '../../language/marks.js'
import { messageOf } from '../console/errors.js'
import { packageVersions } from '../console/versions.js'
import { type Answers, answersTo } from './answers.js'
import { auditCommand, lensAt, serveAudits } from './audits.js'
import { serveEdits } from './edits.js'
import { serveNames } from './names.js'
import { type OpenText, openText, type Surrounded } from './open-text.js'
import { rangeIn, relatedIn } from './places.js'
import type { Queue } from './queue.js'
import type { EditorItem, EditorResult } from './work.js'

/** Milliseconds without a key pressed, after which a text is read and its questions are decided. */
const pause = 150

/** Serves the connection. Verdicts on a text are dropped when the text changes. */
export function serve(connection: Connection, queue: Queue<EditorItem, EditorResult>, surrounded: Surrounded): void {
  const documents = new TextDocuments(TextDocument)
  const texts = new Map<string, OpenText>()
  const answers = new Map<string, { readonly text: OpenText; readonly answers: Answers }>()
  const pauses = new Map<string, NodeJS.Timeout>()
  let canRefresh = false

  /** Returns the text as it is now, and reads it on first use. */
  const textAt = (uri: string): OpenText | undefined => {
    const document = documents.get(uri)
    if (document === undefined) return undefined
    const cachedText = texts.get(uri)
    if (cachedText?.version === document.version) return cachedText
    const text = openText(document, surrounded)
    texts.set(uri, text)
    return text
  }
  const refresh = throttled(() => {
    if (canRefresh) connection.sendRequest('workspace/codeLens/refresh').catch(() => undefined)
  })
  const examine = (uri: string): void => {
    const text = textAt(uri)
    if (text === undefined) return
    const { document, source } = text
    const { tests, errors, remarks } = text.read()
    void connection.sendDiagnostics({
      uri,
      version: document.version,
      diagnostics: marksOf(source, { errors, remarks }).map(({ severity, message, at, related }) => ({
        range: rangeIn(document, at),
        severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Hint,
        source: 'ptx-litmus',
        message,
        relatedInformation: relatedIn(related, document),
      })),
    })
    answers.set(uri, { text, answers: answersTo(tests, uri, queue, refresh) })
    refresh()
  }
  const forget = (uri: string): void => {
    clearTimeout(pauses.get(uri))
    pauses.delete(uri)
    answers.delete(uri)
    queue.drop(uri)
  }

  connection.onInitialize(({ capabilities }): InitializeResult => {
    canRefresh = capabilities.workspace?.codeLens?.refreshSupport === true
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        codeLensProvider: {},
        executeCommandProvider: { commands: [auditCommand] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        documentHighlightProvider: true,
        renameProvider: { prepareProvider: true },
        completionProvider: { triggerCharacters: ['.'] },
        documentFormattingProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      },
      serverInfo: { name: 'ptx-litmus', version: packageVersions()['ptx-litmus'] },
    }
  })
  const auditsIn = serveAudits(connection, textAt, queue, refresh)
  const examineSoon = (uri: string, milliseconds: number): void => {
    forget(uri)
    // As with requests, a fault costs one text, not the server.
    const attempt = (): void => {
      try {
        examine(uri)
      } catch (error) {
        connection.console.error(`${uri}: ${messageOf(error)}`)
      }
    }
    pauses.set(uri, setTimeout(attempt, milliseconds))
  }
  documents.onDidChangeContent(({ document: { uri } }) => examineSoon(uri, texts.has(uri) ? pause : 0))
  documents.onDidSave(() => {
    for (const [uri, { files }] of [...texts])
      if (files.haveChanged()) {
        texts.delete(uri)
        examineSoon(uri, 0)
      }
  })
  documents.onDidClose(({ document: { uri } }) => {
    forget(uri)
    texts.delete(uri)
    void connection.sendDiagnostics({ uri, diagnostics: [] })
  })
  connection.onCodeLens(({ textDocument: { uri } }) => {
    const text = textAt(uri)
    if (text === undefined) return []
    const open = answers.get(uri)
    const of: Answers['of'] = open?.text === text ? open.answers.of : () => ({ kind: 'deciding' })
    return [...lensesOf(text.read().tests, of).map((one) => lensAt(text, one)), ...auditsIn(uri, text)]
  })
  serveNames(
    connection,
    textAt,
    surrounded(() => undefined),
  )
  serveEdits(connection, textAt, queue)
  documents.listen(connection)
  connection.listen()
}

/** Milliseconds between two refreshments. */
const interval = 100

/** Returns a function that runs `call` once for all calls that come within an interval. */
function throttled(call: () => void): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      call()
    }, interval)
  }
}
