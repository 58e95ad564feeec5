/** The server, over standard input and output. */

import { chmodSync } from 'node:fs'
import { readTests } from '../../../litmus/read.js'
import { formatPlace } from '../../../source/diagnostic.js'
import { workplace } from '../workplace.js'
import { type Client, client } from './client.js'

const { write, runProcess } = workplace()

let editor: Client
beforeAll(async () => {
  editor = await client()
})
afterAll(async () => {
  expect(await editor.end()).toBe(0)
})

const mp = `.global x; .global f;
d0.b0.t0 { st.weak [x], 1; st.release.gpu [f], 1; }
d0.b1.t0 { ld.acquire.gpu r, [f]; ld.weak s, [x]; }
assert (not (r == 1 && s == 0)) as fresh;
check (s == 1) as seen;
`
/** Atomics with too many possible orders: z3 takes far longer than any spec. */
const atomics = (thread: number): string =>
  Array.from({ length: 4 }, (_, i) => `atom.or.relaxed.gpu r${i}, [${i % 2 ? 'x' : 'y'}], ${2 ** thread};`).join(' ')
const hard = `.global x; .global y;
${Array.from({ length: 12 }, (_, i) => `d0.b${i}.t0 { ${atomics(i)} }`).join('\n')}
assert (x == 4095 && y == 4095) as always;
`

test('errors have the messages and places of the command, and notes are related information', async () => {
  const text = '.global x;\n.global x;\nd0.b0.t0 { st [y], 1; }\ncheck (x == 0) as q;\n'
  const path = write('wrong.test', text)
  const { diagnostics } = readTests({ name: path, text })
  const uri = editor.open(path, text)
  const marks = (await editor.diagnosed(uri)).diagnostics
  expect(marks.map(({ message }) => message)).toEqual(diagnostics.map(({ message }) => message))
  expect(marks.map(({ range: { start } }) => `${path}:${start.line + 1}:${start.character + 1}`)).toEqual(
    diagnostics.map(({ place }) => formatPlace(place)),
  )
  expect(marks.every(({ severity }) => severity === 1)).toBe(true)
  expect(marks.flatMap(({ relatedInformation = [] }) => relatedInformation)).toContainEqual({
    message: 'first declared',
    location: { uri, range: { start: { line: 0, character: 8 }, end: { line: 0, character: 9 } } },
  })
  expect(await editor.lenses(uri)).toEqual([])
})

test('remarks are hints', async () => {
  const text = `.global x;\nd0.b0.t0 { st [x], 1; }\nd0.b0.t0 { st [x], 2; }\ncheck (x == 1) as q;\n`
  const { diagnostics } = await editor.diagnosed(editor.open(write('twice.test', text), text))
  expect(diagnostics.map(({ severity }) => severity)).toEqual([4])
  expect(diagnostics[0]?.range.start.line).toBe(2)
})

test('a CUDA source that a test names is not compiled, unless the server is started with --nvcc', async () => {
  write('k.cu', 'extern "C" __global__ void k() {}')
  const compiler = write('compiler', '#!/bin/sh\necho ran > "$(dirname "$0")/ran"; exit 1\n')
  chmodSync(compiler, 0o755)
  const text = 'module "k.cu"; host { k<<<1, 1>>>(); } check (true) as q;'
  const path = write('compiled.test', text)
  const messages = async (one: Client): Promise<readonly string[]> =>
    (await one.diagnosed(one.open(path, text))).diagnostics.map(({ message }) => `${message}`)
  expect(await messages(editor)).toEqual([expect.stringMatching(/^`k\.cu`: the editor compiles no CUDA source/)])
  const compiling = await client('--nvcc', compiler)
  expect(await messages(compiling)).toEqual([expect.stringContaining('failed with status 1')])
  expect(await compiling.end()).toBe(0)
})

test('a model is also read', async () => {
  const text = '"mine"\nlet a = po | nothing-such\nacyclic a as one\n'
  const uri = editor.open(write('mine.cat', text), text)
  const { diagnostics } = await editor.diagnosed(uri)
  expect(diagnostics.map(({ message, range }) => [message, range.start])).toEqual([
    ['`nothing-such` is not defined', { line: 1, character: 13 }],
  ])
  editor.change(uri, '"mine"\ninclude "ptx-common.cat"\nacyclic po | rf as one\n')
  const [nested] = (await editor.diagnosed(uri)).diagnostics
  expect(nested?.message).toMatch(/^<ptx-base-causality\.cat>:\d+:\d+: `more-steps` is not defined/)
  expect(nested?.range.start).toEqual({ line: 1, character: 8 })
  editor.change(uri, '"mine"\nacyclic po | rf as one\n')
  expect((await editor.diagnosed(uri)).diagnostics).toEqual([])
})

test('a text is read again when a file that it names is saved', async () => {
  const path = write('part.cat', 'let part = po\n')
  const text = '"whole"\ninclude "part.cat"\nacyclic part | rf as one\n'
  const whole = editor.open(write('whole.cat', text), text)
  expect((await editor.diagnosed(whole)).diagnostics).toEqual([])
  const part = editor.open(path, 'let part = po\n')
  const examined = editor.published(whole)
  write('part.cat', 'let parts = po\n')
  await editor.connection.sendNotification('textDocument/didSave', { textDocument: { uri: part } })
  expect((await examined).diagnostics.map(({ message }) => message)).toEqual([
    '`part` is not defined; did you mean `parts`?',
  ])
})

test('lenses say the answers, and whether they are as expected', async () => {
  const uri = editor.open(write('MP.test', mp), mp)
  expect(await editor.decided(uri)).toEqual(['✓ holds, as expected', 'allowed'])
  expect((await editor.lenses(uri)).map(({ range }) => range.start.line)).toEqual([3, 4])
  editor.change(uri, mp.replace('st.release.gpu', 'st.relaxed.gpu'))
  expect(await editor.decided(uri)).toEqual(['✗ violated, expected holds', 'allowed'])
})

test('an audit that a lens offers says of each piece whether it is needed, until the text changes', async () => {
  const text = mp.replace('st.release.gpu', 'fence.sc.gpu; st.release.gpu')
  const uri = editor.open(write('audit.test', text), text)
  const [offer, ...others] = await editor.offers(uri)
  expect([offer?.title, others]).toEqual(['audit', []])
  await editor.connection.sendRequest('workspace/executeCommand', offer)
  expect(await editor.decided(uri)).toEqual([
    '✓ holds, as expected',
    'allowed',
    'audit: 3 pieces: 1 needed, 1 may be weaker, 1 not needed',
    expect.stringMatching(/^✗ 1 not needed: nothing changes without it/),
    expect.stringMatching(/^✗ 2 may be weaker: replace st\.release\.gpu .* in CUDA: /),
    expect.stringMatching(/^✓ 3 needed: as `ld\.relaxed\.gpu r, \[f\]`, `fresh` is violated$/),
  ])
  expect((await editor.lenses(uri)).slice(2).map(({ range: { start } }) => start)).toEqual([
    { line: 1, character: 0 },
    { line: 1, character: 27 },
    { line: 1, character: 41 },
    { line: 2, character: 11 },
  ])
  editor.change(uri, mp)
  expect(await editor.decided(uri)).toEqual(['✓ holds, as expected', 'allowed'])
  expect(await editor.offers(uri)).toHaveLength(1)
})

test('an edit ends an audit, and a command for a text that is not open does nothing', async () => {
  const uri = editor.open(write('hard-audit.test', hard), hard)
  await editor.diagnosed(uri)
  const [offer] = await editor.offers(uri)
  await editor.connection.sendRequest('workspace/executeCommand', offer)
  expect((await editor.lenses(uri)).map(({ command }) => command?.title)).toContain('auditing…')
  editor.change(uri, mp)
  expect(await editor.decided(uri)).toEqual(['✓ holds, as expected', 'allowed'])
  for (const words of [undefined, ['file:///none.test', 0], [uri, 7], [uri]])
    await editor.connection.sendRequest('workspace/executeCommand', { command: offer?.command, arguments: words })
  expect(await editor.decided(uri)).toEqual(['✓ holds, as expected', 'allowed'])
})

test('a template has one lens for each question, of all rows', async () => {
  const text = mp.replace('st.release.gpu', '$0').concat('$$\nst.release.gpu\nst.relaxed.gpu\nst.release.sys\n')
  expect(await editor.decided(editor.open(write('rows.test', text), text))).toEqual([
    'rows 1, 3: ✓ holds, as expected; row 2: ✗ violated, expected holds',
    'rows 1–3: allowed',
  ])
})

test('an edit cancels the decision in progress, and typing goes on meanwhile', async () => {
  const uri = editor.open(write('hard.test', hard), hard)
  await editor.diagnosed(uri)
  const titles = async () => (await editor.lenses(uri)).map(({ command }) => command?.title)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await titles()).toEqual(['deciding…'])
  editor.change(uri, mp)
  expect(await editor.decided(uri)).toEqual(['✓ holds, as expected', 'allowed'])
})

test('a byte order mark is not an error', async () => {
  expect(await editor.decided(editor.open(write('mark.test', mp), `\ufeff${mp}`))).toEqual([
    '✓ holds, as expected',
    'allowed',
  ])
})

test.each(['file://other/share/MP.test', 'file:///a%2Fb/MP.test', 'file:///%E0%A4%A/MP.test', 'untitled:MP'])(
  'a text without a path here is also read: %s',
  async (uri) => {
    const textDocument = { uri, languageId: 'ptx-test', version: 1, text: mp }
    await editor.connection.sendNotification('textDocument/didOpen', { textDocument })
    expect(await editor.decided(uri)).toEqual(['✓ holds, as expected', 'allowed'])
  },
)

test('an input that is not text costs no more than its own error', async () => {
  const logged = new Promise((resolve) => editor.connection.onNotification('window/logMessage', resolve))
  const textDocument = { uri: 'file:///none.test', languageId: 'ptx-test', version: 1, text: 5 }
  await editor.connection.sendNotification('textDocument/didOpen', { textDocument })
  expect(await logged).toMatchObject({ type: 1, message: expect.stringMatching(/^file:\/\/\/none\.test: /) })
  expect(await editor.decided(editor.open(write('MP.test', mp), mp))).toEqual(['✓ holds, as expected', 'allowed'])
})

test('closing a text takes its diagnostics away', async () => {
  const uri = editor.open(write('closed.test', 'nonsense'), 'nonsense')
  expect((await editor.diagnosed(uri)).diagnostics).toHaveLength(1)
  const next = editor.published(uri)
  void editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri } })
  expect((await next).diagnostics).toEqual([])
})

test('it ends with 1 when the editor leaves without a word, and with 2 on a text that is not a model', () => {
  expect(runProcess(['lsp'])).toEqual({ status: 1, stdout: '', stderr: '' })
  expect(runProcess(['lsp', '--model', 'none.cat'])).toMatchObject({ status: 2, stdout: '' })
})
