/** The answers of the server about names, over standard input and output. */

import type { CompletionItem, Hover, Location, Range, WorkspaceEdit } from 'vscode-languageserver-protocol'
import { workplace } from '../workplace.js'
import { type Client, client } from './client.js'

const { write } = workplace()

let editor: Client
beforeAll(async () => {
  editor = await client()
})
afterAll(() => editor.end())

const mp = `.global x; .global f;
d0.b0.t0 { st.weak [x], 1; st.release.gpu [f], 1; }
d0.b1.t0 { ld.acquire.gpu r, [f]; ld.weak s, [x]; }
assert (not (r == 1 && s == 0)) as fresh;
`
const table = `PTX MP
{
x = 0; f = 0;
}
 P0@cta 0,gpu 0       | P1@cta 1,gpu 0         ;
 st.weak x, 1         | ld.acquire.gpu r, f    ;
 st.release.gpu f, 1  | ld.weak s, x           ;
~exists (P1:r = 1 /\\ P1:s = 0)
`
const model = '"mine"\n(* reads: comes before *)\nlet mine = po | rf\nacyclic mine as one\n'

/** Sends a request about a place, which a bar marks in a part of the text. */
function ask<R>(method: string, uri: string, text: string, marked: string, more: object = {}): Promise<R> {
  const before = text.slice(0, text.indexOf(marked.replace('¦', '')) + marked.indexOf('¦')).split('\n')
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
  return editor.connection.sendRequest<R>(`textDocument/${method}`, { textDocument: { uri }, position, ...more })
}
const at = ({ start }: Range) => `${start.line}:${start.character}`

test('hover: an instruction, a name of memory, a name of a model', async () => {
  const uri = editor.open(write('MP.test', mp), mp)
  const say = async (marked: string) => (await ask<Hover>('hover', uri, mp, marked)).contents
  expect(await say('st.rel¦ease')).toMatchObject({ kind: 'markdown', value: expect.stringContaining('Stores a value') })
  expect(await say('[¦x], 1')).toMatchObject({ value: '`x`: global memory, s32, initially 0' })
  const other = editor.open(write('mine.cat', model), model)
  expect((await ask<Hover>('hover', other, model, 'acyclic ¦mine')).contents).toMatchObject({
    value: expect.stringContaining('reads: comes before'),
  })
  expect(await ask('hover', uri, mp, '¦1; st')).toBeNull()
})

describe.each([
  ['.test', 'b.test', mp, '[¦f], 1', ['0:19', '1:43', '2:30'], 'gpu ¦r', ['2:26', '3:13']],
  ['.litmus', 'b.litmus', table, 'gpu ¦f, 1', ['2:7', '5:42', '6:16'], 'gpu ¦r', ['5:39', '7:12']],
  ['.cat', 'b.cat', model, 'acyclic ¦mine', ['2:4', '3:8'], 'as ¦one', ['3:16']],
] as const)('in a %s', (_, name, text, first, firstPlaces, second, secondPlaces) => {
  let uri = ''
  beforeAll(() => {
    uri = editor.open(write(name, text), text)
  })
  test.each([
    [first, firstPlaces],
    [second, secondPlaces],
  ])('definition, references and rename at %s', async (marked, places) => {
    const references = await ask<Location[]>('references', uri, text, marked, { context: { includeDeclaration: true } })
    expect(references.map(({ range }) => at(range))).toEqual(places)
    expect(references.every((one) => one.uri === uri)).toBe(true)
    const uses = await ask<Location[]>('references', uri, text, marked, { context: { includeDeclaration: false } })
    expect(uses.map(({ range }) => at(range))).toEqual(places.slice(1))
    const highlights = await ask<Location[]>('documentHighlight', uri, text, marked)
    expect(highlights.map(({ range }) => at(range))).toEqual(places)
    const definition = await ask<Location>('definition', uri, text, marked)
    expect([definition.uri, at(definition.range)]).toEqual([uri, places[0]])
    expect(places).toContain(at(await ask<Range>('prepareRename', uri, text, marked)))
    const edit = await ask<WorkspaceEdit>('rename', uri, text, marked, { newName: 'other' })
    const edits = edit.changes?.[uri] ?? []
    expect(edits.map(({ range }) => at(range))).toEqual(places)
    expect(edits.every(({ newText }) => newText === 'other')).toBe(true)
  })
})

test('a name that is taken is an error of rename', async () => {
  const uri = editor.open(write('c.test', mp), mp)
  await expect(ask('rename', uri, mp, 'gpu ¦r', { newName: 's' })).rejects.toThrow('there is a `s` already')
  await expect(ask('rename', uri, mp, 'global ¦x', { newName: '1' })).rejects.toThrow('`1` is not a name')
})

test('completion replaces the typed text', async () => {
  const text = mp.replace('ld.weak s', 'ld.we s')
  const uri = editor.open(write('d.test', text), text)
  const items = await ask<CompletionItem[]>('completion', uri, text, 'ld.we¦ s')
  expect(items.find(({ label }) => label === 'weak')?.textEdit).toEqual({
    range: { start: { line: 2, character: 37 }, end: { line: 2, character: 39 } },
    newText: 'weak',
  })
})
