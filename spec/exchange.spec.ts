import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './support.js'

const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-exchange-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Builds files of these names, each with the text, and puts them in place. Returns the resulting files. */
function builds(text: string, ...files: readonly string[]): readonly string[] {
  for (const file of files) {
    const path = join(folder, 'fresh', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const { status, stderr } = spawnSync(
    process.execPath,
    ['exchange.mjs', join(folder, 'fresh'), join(folder, 'dist')],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([0, ''])
  return readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name)
    .toSorted()
}

test('the output of a build stays until the build after the next, for processes that began with it', () => {
  expect(builds('1', 'entry.js', 'deep/chunk-1.js')).toEqual(['.last-build.json', 'chunk-1.js', 'entry.js'])
  expect(builds('2', 'entry.js', 'deep/chunk-2.js')).toEqual([
    '.last-build.json',
    'chunk-1.js',
    'chunk-2.js',
    'entry.js',
  ])
  expect(readFileSync(join(folder, 'dist/entry.js'), 'utf8')).toBe('2')
  expect(builds('3', 'entry.js', 'deep/chunk-3.js')).toEqual([
    '.last-build.json',
    'chunk-2.js',
    'chunk-3.js',
    'entry.js',
  ])
})
