import { join } from 'node:path'
import { findTests, testsNamed } from '../../../cli/input/tests.js'
import { testName } from '../../../litmus/program.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()
const rows = (...values: readonly string[]): string =>
  `.global x; d0.b0.t0 { ld r, [x]; } check (r == $0) as q;\n$$\n${values.join('\n')}\n`
const at = (name: string) => join(folder, name)

test('a file is read once, with all the rows that are named, or whole', () => {
  write('a.test', rows('0', '1', '2'))
  write('b.test', rows('0'))
  const { files } = findTests([at('a.test#3'), at('a.test#1'), at('b.test#1'), at('b.test'), '-', '<stdin>#2'])
  expect(files).toEqual([
    { path: at('a.test'), rows: [3, 1] },
    { path: at('b.test'), rows: undefined },
    { path: '<stdin>', rows: undefined },
  ])
})

test('a file that is called like a row is that file', () => {
  write('c.test', rows('0', '1'))
  write('c.test#2', rows('0'))
  expect(findTests([at('c.test#2')]).files).toEqual([{ path: at('c.test#2'), rows: undefined }])
})

test('a row that can be read is named, whatever the other rows are', () => {
  write('d.test', rows('0', 'nought', '2'))
  expect(testsNamed(at('d.test#3'))).toMatchObject({ tests: [{ row: { number: 3 } }], diagnostics: [] })
  const { tests, diagnostics } = testsNamed(at('d.test#2'))
  expect(tests).toEqual([])
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('no thread writes such a register'),
  ])
})

test.each([
  ['e.test#4', undefined, 'there is no row 4; the template has 3'],
  ['f.test#1', undefined, 'the test is not a template and has no rows'],
  ['e.test#1', 2, 'the path names row 1, but --row names row 2'],
])('%s, --row %s: %s', (name, row, message) => {
  write('e.test', rows('0', '1', '2'))
  write('f.test', '.global x; d0.b0.t0 { ld r, [x]; } check (r == 0) as q;')
  const { tests, diagnostics } = testsNamed(at(name), { row })
  expect(tests.map(testName)).toEqual([])
  expect(diagnostics.map((one) => one.message)).toEqual([message])
})

test.each([
  ['check'],
  ['races'],
  ['regress', '--each-axiom'],
  ['witness'],
  ['explain'],
  ['outcomes'],
  ['smt'],
  ['convert'],
])('%s takes what is printed: file#row', async (command, ...options) => {
  write('g.test', rows('1', '0'))
  const { status, stdout, stderr } = await run([command, 'g.test#2', ...options])
  expect(stderr).toBe('')
  expect(stdout).not.toContain('2 tests')
  expect(status).toBe(0)
})
