import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { tablesAt, testFilesAt } from '../../../cli/input/files.js'
import { workplace } from '../workplace.js'

const { folder, write } = workplace()

test('of a folder only files are taken, and links to files: nothing else ends for sure', () => {
  const file = write('tests/a.test', 'one')
  for (const name of ['pipe.litmus', 'expected.csv']) execFileSync('mkfifo', [join(folder, 'tests', name)])
  symlinkSync('/dev/zero', join(folder, 'tests', 'endless.litmus'))
  symlinkSync(file, join(folder, 'tests', 'link.test'))
  symlinkSync(join(folder, 'nowhere'), join(folder, 'tests', 'lost.test'))
  symlinkSync(join(folder, 'tests'), join(folder, 'tests', 'round.test'))
  mkdirSync(join(folder, 'tests', 'folder.test'))
  const found = testFilesAt(join(folder, 'tests'))
  // Reading the link that leads nowhere is an error, which is reported.
  expect(found).toEqual({
    ok: true,
    value: ['a.test', 'link.test', 'lost.test'].map((name) => join(folder, 'tests', name)),
  })
  expect(tablesAt(join(folder, 'tests')).ok).toBe(false)
})
