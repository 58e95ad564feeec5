/** The command as a process, in a folder of its own. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../support.js'

const command = join(root, 'dist/ptx-litmus.js')

export interface Sandbox {
  readonly folder: string
  /** Writes a file below the folder, and gives its path. */
  readonly write: (name: string, content: string) => string
  /** Runs the command there; no run may print a stack trace. */
  readonly run: (...args: readonly string[]) => {
    readonly status: number | null
    readonly stdout: string
    readonly stderr: string
  }
  readonly remove: () => void
}

export function sandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
  return {
    folder,
    write: (name, content) => {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    },
    run: (...args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect(stderr).not.toMatch(/^\s+at /m)
      return { status, stdout, stderr }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
