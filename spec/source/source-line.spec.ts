import { formatRemark } from '../../source/diagnostic.js'
import { changedSources, sourceFiles, sourceLine } from '../../source/source-line.js'
import { type SourceText, span } from '../../source/text.js'

const source = ['__global__ void k(int *p) {', '  *p = 1;', '\tSTORE(p);', '  /* ä */ p[1] = 2;  ', '}', ''].join('\n')
const text = `.visible .entry k()
{
  .loc 1 1 0
  begins;
  .loc 1 2 3
  first;
  .loc 1 3 40
  macro;
  .loc 1 4 12
  wide;
  .loc 2 7 1
  header;
  .loc 1 2 3, function_name $L0, inlined_at 1 4 12
  helper;
  .loc 1 5 1
  ends;
}
.file 1 "k.cu"
.file 2 "h.cuh"
`

/** Returns the module of a source with this text. */
const compiledOf = (...sources: readonly SourceText[]): SourceText => ({ name: 'k.ptx', text, sources })
const lineAt = (module: SourceText, word: string) =>
  sourceLine(span(module, text.indexOf(word), text.indexOf(word) + 1))
const changed = (written: string) => changedSources(compiledOf({ name: 'k.cu', text: written })).map(formatRemark)

test('a line has its text, without the space around it, if the source is at hand', () => {
  const module = compiledOf({ name: 'k.cu', text: source })
  expect(lineAt(module, 'first;')).toEqual({ file: 'k.cu', line: 2, text: '*p = 1;' })
  expect(lineAt(module, 'wide;')).toEqual({ file: 'k.cu', line: 4, text: '/* ä */ p[1] = 2;' })
  expect(lineAt(module, 'header;')).toEqual({ file: 'h.cuh', line: 7 })
  expect(lineAt({ name: 'k.ptx', text }, 'first;')).toEqual({ file: 'k.cu', line: 2 })
})

test('a line of an inlined function also has the line of the call', () => {
  const calls = [{ file: 'k.cu', line: 4, text: '/* ä */ p[1] = 2;' }]
  const module = compiledOf({ name: 'k.cu', text: source })
  expect(lineAt(module, 'helper;')).toEqual({ file: 'k.cu', line: 2, text: '*p = 1;', calls })
})

test('the beginning of a long line is shown, without characters that move the cursor', () => {
  const module = compiledOf({ name: 'k.cu', text: source.replace('*p = 1;', `*p = 1; \u001b[2J${'ä'.repeat(200)}`) })
  const shown = lineAt(module, 'first;')?.text ?? ''
  expect([...shown]).toHaveLength(100)
  expect(shown).toMatch(/^\*p = 1; \ufffd\[2Jä+…$/)
})

test('the files are those whose lines are named', () => {
  expect(sourceFiles({ name: 'k.ptx', text })).toEqual(['k.cu', 'h.cuh'])
})

test('a source that has code wherever the compiler found some has not changed; columns in a macro mean nothing', () => {
  expect(changed(source)).toEqual([])
  expect(changed(source.replaceAll('\n', '\r\n'))).toEqual([])
  // The compiler replaces built-in variables before it counts columns.
  expect(changed(source.replace('  *p = 1;', '      *p = threadIdx.x;'))).toEqual([])
})

test.each([
  ['it is shorter', source.replace('}\n', ''), 'it has 4 lines, and code was at line 5'],
  ['a line is empty now', source.replace('  *p = 1;', ''), 'line 2 has no code'],
  ['a line is a comment now', source.replace('  *p = 1;', '  // *p = 1;'), 'line 2 has no code'],
  ['a line begins elsewhere', source.replace('  *p', '    *p'), 'no code begins at line 2, column 3'],
  ['a line ends before', source.replace('  *p = 1;', 'x'), 'no code begins at line 2, column 3'],
  ['columns are those of bytes', source.replace('ä', 'aaa'), 'no code begins at line 4, column 12'],
])('it has changed if %s, and then none of its lines is shown', (_, written, missing) => {
  const [remark = '', ...others] = changed(written)
  expect(others).toEqual([])
  expect(remark).toContain(
    `note: \`k.cu\` has changed since it was compiled to this: ${missing}; its lines are shown by their numbers only`,
  )
  expect(remark).toMatch(/^k\.ptx:\d+:3: /)
  expect(lineAt(compiledOf({ name: 'k.cu', text: written }), 'first;')).toEqual({ file: 'k.cu', line: 2 })
})
