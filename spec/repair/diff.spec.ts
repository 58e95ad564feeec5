import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unifiedDiff } from '../../repair/diff.js'

test('texts that are the same have no difference', () => {
  expect(unifiedDiff({ name: 'a', text: 'x\n' }, { name: 'b', text: 'x\n' })).toBe('')
})

test('three lines around each change, and the names as they are', () => {
  const lines = Array.from({ length: 9 }, (_, i) => `line ${i}\n`)
  const before = lines.join('')
  const after = lines.with(4, 'other\n').join('')
  expect(unifiedDiff({ name: 'a b.test', text: before }, { name: 'c.test', text: after })).toBe(
    `--- a b.test
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

test.each(['with a newline at the end\n', 'without one'])('`patch` takes it: a text %s', (end) => {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
  try {
    const [before, after] = [`first\nsecond\n${end}`, `first\nnew\nsecond\n${end}`]
    writeFileSync(join(folder, 'a.test'), before)
    const diff = unifiedDiff({ name: 'a.test', text: before }, { name: 'a.test', text: after })
    execFileSync('patch', ['-p0'], { cwd: folder, input: `${diff}\n` })
    expect(readFileSync(join(folder, 'a.test'), 'utf8')).toBe(after)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
