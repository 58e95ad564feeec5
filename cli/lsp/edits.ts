/** Requests for changes: of the layout, and the repairs that `fix` finds for a question. */

import { type CodeAction, CodeActionKind, type Connection } from 'vscode-languageserver'
import { changeOf, type Edit } from '../../language/edit.js'
import { type Fix, type Fixable, fixableAt, fixEdits } from '../../language/fixes.js'
import { formatted } from '../../language/format.js'
import { must } from '../../source/must.js'
import type { OpenText } from './open-text.js'
import { rangeIn } from './places.js'
import type { Queue } from './queue.js'
import type { EditorItem, EditorResult } from './work.js'

/**
 * Lets the connection answer them. A fix is searched for on the thread that decides; an edit of the text ends the
 * search.
 */
export function serveEdits(
  connection: Connection,
  textAt: (uri: string) => OpenText | undefined,
  queue: Queue<EditorItem, EditorResult>,
): void {
  const fixes = new WeakMap<OpenText, Map<string, Promise<readonly Fix[]>>>()

  const search = (uri: string, text: OpenText, { test, question }: Fixable): Promise<readonly Fix[]> => {
    const ofText = fixes.get(text) ?? new Map<string, Promise<readonly Fix[]>>()
    fixes.set(text, ofText)
    const key = `${test} ${question}`
    const searched =
      ofText.get(key) ??
      new Promise<readonly Fix[]>((resolve) => {
        const program = must(text.read().tests[test], 'the test of a question')
        queue.add(
          {
            owner: uri,
            item: { kind: 'fix', asked: { test: program, question } },
            onResult: (result) => resolve(result.kind === 'fixes' ? result.fixes : []),
            onFault: () => resolve([]),
            onDropped: () => resolve([]),
          },
          'first',
        )
      })
    ofText.set(key, searched)
    return searched
  }
  const editsIn = ({ document }: OpenText, edits: readonly Edit[]) =>
    edits.map((edit) => ({ range: rangeIn(document, edit), newText: edit.text }))

  connection.onDocumentFormatting(({ textDocument: { uri } }) => {
    const text = textAt(uri)
    if (text === undefined || text.kind === 'model') return []
    return editsIn(text, changeOf(text.source.text, formatted(text.source)))
  })
  connection.onCodeAction(async ({ textDocument: { uri }, range, context: { only } }) => {
    const text = textAt(uri)
    if (text === undefined || (only !== undefined && !only.some((one) => CodeActionKind.QuickFix.startsWith(one))))
      return []
    const { document, version } = text
    const at = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) }
    const fixLists = await Promise.all(fixableAt(text.read().tests, at).map((one) => search(uri, text, one)))
    if (document.version !== version) return []
    return fixLists.flat().map(
      (fix): CodeAction => ({
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        edit: { changes: { [uri]: editsIn(text, fixEdits(text.source, fix)) } },
      }),
    )
  })
}
