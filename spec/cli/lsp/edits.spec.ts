/** The changes that the server offers, over standard input and output. */

import type { CodeAction, TextEdit } from 'vscode-languageserver-protocol'
import { workplace } from '../workplace.js'
import { type Client, client } from './client.js'

const { write, run } = workplace()

let editor: Client
beforeAll(async () => {
  editor = await client()
})
afterAll(() => editor.end())

/** Returns the text after edits on single lines, which are given from the last one to the first. */
function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split('\n')
  const offset = (line: number, character: number): number =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, character)
  return edits.reduce(
    (now, { range: { start, end }, newText }) =>
      now.slice(0, offset(start.line, start.character)) + newText + now.slice(offset(end.line, end.character)),
    text,
  )
}

const mp = `// Is the data there?
.global x; .global f;
d0.b0.t0 { st.weak [x], 1; st.relaxed.gpu [f], 1; }
d0.b1.t0 { ld.acquire.gpu r, [f]; ld.weak s, [x]; }
assert (not (r == 1 && s == 0)) as fresh;
`

const actionsAt = (uri: string, line: number) =>
  editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: { line, character: 2 }, end: { line, character: 2 } },
    context: { diagnostics: [] },
  })

test('a quick fix at a violated claim makes it hold, and keeps comments', async () => {
  const uri = editor.open(write('MP.test', mp), mp)
  const [action, ...others] = await actionsAt(uri, 4)
  expect(others).toEqual([])
  expect(action).toMatchObject({ kind: 'quickfix', title: expect.stringMatching(/release.* \(makes fresh hold\)$/) })
  const fixed = applied(mp, action?.edit?.changes?.[uri] ?? [])
  expect(fixed).toMatch(/^\/\/ Is the data there\?/)
  expect((await run(['check', write('fixed.test', fixed)])).status).toBe(0)
  expect(await actionsAt(uri, 1)).toEqual([])
})

test('an edit ends the search for a fix', async () => {
  const uri = editor.open(write('edited.test', mp), mp)
  const waiting = actionsAt(uri, 4)
  editor.change(uri, mp.replace('relaxed', 'release'))
  expect(await waiting).toEqual([])
  expect(await actionsAt(uri, 4)).toEqual([])
})

test('formatting changes blanks alone', async () => {
  const text = mp.replace('{ st.weak', '{\nst.weak').replace('.global x', '   .global x')
  const uri = editor.open(write('wide.test', text), text)
  const edits = await editor.connection.sendRequest<TextEdit[]>('textDocument/formatting', {
    textDocument: { uri },
    options: { tabSize: 2, insertSpaces: true },
  })
  expect(applied(text, edits)).toBe(mp.replace('{ st.weak', '{\n  st.weak'))
})
