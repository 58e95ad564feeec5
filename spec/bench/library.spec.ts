import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../support.js'

test('each export has a comment, and docs/library.md has them all', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'bench/library.mjs'), '--check'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})
