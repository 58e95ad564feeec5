import { type DocumentKind, readDocument } from '../../language/document.js'
import { type Mark, marksOf } from '../../language/marks.js'

const module = '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret } }\n'

/** Returns the marks of a text that may name the module `k.ptx`, and no other file. */
function marks(
  text: string,
  name = 'a.test',
  kind: DocumentKind = 'test',
): readonly (Mark & { readonly on: string })[] {
  const source = { name, text }
  const read = readDocument(source, kind, {
    load: (path) =>
      path === 'k.ptx'
        ? { ok: true, source: { name: 'there/k.ptx', text: module } }
        : { ok: false, reason: 'no such file' },
    open: () => ({ ok: false, reason: 'no such file' }),
  })
  return marksOf(source, read).map((mark) => ({ ...mark, on: text.slice(mark.at.start, mark.at.end) }))
}

test('an error is on its words, and a note with a place is a related one', () => {
  const [mark] = marks('.global x; .global x; d0.b0.t0 { st [x], 1; } check (x == 1) as q;')
  expect(mark).toMatchObject({ severity: 'error', on: 'x', at: { start: 19 } })
  expect(mark?.related.map(({ message, place }) => [message, place.start])).toEqual([['first declared', 8]])
})

test('a note without a place is a line of the message', () => {
  const [mark] = marks('.globl x; d0.b0.t0 { st [x], 1; } check (x == 1) as q;')
  expect(mark?.message).toMatch(/^unknown state space `\.globl`.*\nnote: the state spaces are/)
})

test('a remark is a hint', () => {
  const text = '.global x; d0.b0.t0 { st [x], 1; } d0.b0.t0 { st [x], 2; } check (x == 1) as q;'
  expect(marks(text).map(({ severity }) => severity)).toEqual(['hint'])
})

test('an error of a row is in the template, and names the row', () => {
  const [mark] = marks('.global x; d0.b0.t0 { $0; } check (x == 1) as q;\n$$\nst [x], 1\nst [y], 1\n')
  expect(mark?.on).toBe('$0')
  expect(mark?.related[0]).toMatchObject({ message: 'in row 2' })
})

test('an error in a module is where the test names it, and leads there', () => {
  const text = 'module "k.ptx";\nhost { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n.global x;\ncheck (x == 0) as q;'
  const [mark] = marks(text)
  expect(mark?.on).toBe('"k.ptx"')
  expect(mark?.message).toMatch(/^there\/k\.ptx:4:\d+: /)
  expect(mark?.related[0]?.place.source.name).toBe('there/k.ptx')
})

test('an error about a whole text is on its first line', () => {
  expect(marks('"empty"\nlet a = po\n', 'a.cat', 'model').map(({ on, severity }) => [on, severity])).toEqual([
    ['"empty"', 'hint'],
  ])
})

test('the kind of a text follows from its name', () => {
  expect(marks('let', 'a.cat', 'model')[0]?.message).toContain('expected')
})
