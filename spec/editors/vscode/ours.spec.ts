import { isTest } from '../../../editors/vscode/ours.js'
import { filesBelow, root, textOf } from '../../support.js'

test('each example is a test', () => {
  const files = filesBelow(`${root}/examples`, '.test')
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !isTest(textOf(root, `examples/${file}`)))).toEqual([])
})

test.each([
  '# a test of SQLite\nset testdir [file dirname $argv0]',
  'global x',
  '.globl _start',
  'module.exports = {}',
  'kernel panic',
  'describe("a", () => {})',
  '',
  '// .global x;',
])('%j is none', (text) => expect(isTest(text)).toBe(false))
