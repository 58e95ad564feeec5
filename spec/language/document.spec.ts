import { documentKind, type ReadingContext, readDocument } from '../../language/document.js'

const surroundings: ReadingContext = { open: () => ({ ok: false, reason: 'no such file' }) }

test.each([
  ['a.test', 'test'],
  ['a.litmus', 'test'],
  ['a.cat', 'model'],
  ['a.ptx', undefined],
])('%s is a %s', (name, kind) => {
  expect(documentKind(name)).toBe(kind)
})

test('a text with an error has no tests, one with a remark has them', () => {
  const good = '.global x; d0.b0.t0 { st [x], 1; } d0.b0.t0 { st [x], 2; } check (x == 1) as q;'
  const read = (text: string) => readDocument({ name: 'a.test', text }, 'test', surroundings)
  expect(read(good)).toMatchObject({ tests: [{ questions: [{ name: 'q' }] }], errors: [], remarks: [{}] })
  expect(read(good.replace('st', 'sst'))).toMatchObject({ tests: [], errors: [{}] })
})

test('undeclared names are accepted where they are asked for', () => {
  const source = { name: 'a.litmus', text: 'PTX a\n{\n}\n P0@cta 0,gpu 0 ;\n st x, 1 ;\nexists (x == 1)\n' }
  expect(readDocument(source, 'test', surroundings).errors).toHaveLength(2)
  expect(readDocument(source, 'test', { ...surroundings, undeclared: true }).errors).toEqual([])
})

test('a model may include the files of the tool', () => {
  const source = { name: 'a.cat', text: '"a"\nlet extra = 0\ninclude "nothing.cat"\nacyclic po as one\n' }
  expect(readDocument(source, 'model', surroundings).errors[0]?.message).toContain('no such file')
})
