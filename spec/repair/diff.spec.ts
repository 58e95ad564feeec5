import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unifiedDiff } from '../../repair/diff.js'

test('texts that are the same have no difference', () => {
  expect(unifiedDiff({ name: 'a', text: 'x\n' }, { name: 'b', text: 'x\n' })).toBe('')
})

test('three lines around each change, and the names as they are; a tab ends one with a blank', () => {
  const lines = Array.from({ length: 9 }, (_, i) => `line ${i}\n`)
  const before = lines.join('')
  const after = lines.with(4, 'other\n').join('')
  expect(unifiedDiff({ name: 'a b.test', text: before }, { name: 'c.test', text: after })).toBe(
    `--- a b.test\t
+++ c.test
@@ -2,7 +2,7 @@
 line 1
 line 2
 line 3
-line 4
+other
 line 5
 line 6
 line 7`,
  )
})

describe.each([
  ['patch', ['-p0', '--binary']],
  ['git', ['apply', '-p0', '--whitespace=nowarn']],
])('`%s` takes it', (tool, args) => {
  const applied = (before: string, diff: string, name = 'a.test'): string => {
    const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
    try {
      writeFileSync(join(folder, name), before)
      execFileSync(tool, args, { cwd: folder, input: `${diff}\n` })
      return readFileSync(join(folder, name), 'utf8')
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const texts: readonly (readonly [name: string, before: string, after: string])[] = [
    ['with a newline at the end', 'first\nsecond\nlast\n', 'first\nnew\nsecond\nlast\n'],
    ['without one', 'first\nsecond\nlast', 'first\nnew\nsecond\nlast'],
    ['whose last line changes', 'first\nlast', 'first\nother'],
    ['with empty lines after the change', 'first\n\n\n\n\nlast\n', 'other\n\n\n\n\nlast\n'],
    ['with blanks there', 'first\n \n\t\n  \n\nlast\n', 'other\n \n\t\n  \n\nlast\n'],
    ['with lines like a header', '-- a \nIndex: \n=====\nlast\n', '++ b \nIndex: \n=====\nlast\n'],
  ]
  test.each(texts)('a text %s', (_, before, after) => {
    expect(applied(before, unifiedDiff({ name: 'a.test', text: before }, { name: 'a.test', text: after }))).toBe(after)
  })
  test('a name with blanks', () => {
    const name = 'a b.test'
    const diff = unifiedDiff({ name, text: 'x\n' }, { name, text: 'y\n' })
    expect(applied('x\n', diff, name)).toBe('y\n')
  })
  test.each(texts)('a text %s, with the ends of lines of Windows', (_, ...lines) => {
    const [before, after] = lines.map((text) => text.replaceAll('\n', '\r\n'))
    const diff = unifiedDiff({ name: 'a.test', text: before ?? '' }, { name: 'a.test', text: after ?? '' })
    expect(applied(before ?? '', diff)).toBe(after)
  })
})

test('a last line without a newline is marked', () => {
  const diff = unifiedDiff({ name: 'a', text: 'x' }, { name: 'b', text: 'y' })
  expect(diff.match(/^\\ No newline at end of file$/gm)).toHaveLength(2)
})
