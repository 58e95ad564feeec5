/** A folder of its own in which a file of specs runs the command. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../support.js'

const command = join(root, 'dist/ptx-litmus.js')

/** The folder, which is removed at the end; how to put files into it, and how to run the command there. */
export function workplace() {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return {
    folder,
    write: (name: string, content: string | Uint8Array): string => {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    },
    /** The run must not end with a stack trace, whatever it is given. */
    run: (args: readonly string[], input = '') => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
        cwd: folder,
        encoding: 'utf8',
        input,
      })
      expect(stderr).not.toMatch(/^\s+at /m)
      return { status, stdout, stderr }
    },
  }
}
