/** A separate folder in which a spec file runs the command. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import picocolors from 'picocolors'
import { runCommandLine } from '../../cli/commandline/run.js'
import { commands } from '../../cli/commands.js'
import { root, sat, solver } from '../support.js'

const command = join(root, 'dist/ptx-litmus.js')
const threadScript = pathToFileURL(join(root, 'dist/worker.js'))

/** The output of a run, and its exit status; none if a signal ended it. */
export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Returns the folder, which is removed at the end, with functions that put files into it and run the command there. */
export function workplace() {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
  // A test that ran out of time may have left the process in the folder, where nothing could run once it is removed.
  afterAll(() => {
    process.chdir(root)
    rmSync(folder, { recursive: true })
  })

  /** Runs the command as a process, in which programs are found on this path. No run may print a stack trace, whatever its input. */
  const runProcess = (args: readonly string[], input = '', path = process.env['PATH']): Ran => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
      input,
    })
    expect(stderr).not.toMatch(/^\s+at /m)
    return { status, stdout, stderr }
  }

  /** Runs the command in this process, as `cli/main.ts` does: starting one takes half a second, most of it for z3. */
  const runHere = async (args: readonly string[], width?: number): Promise<Ran> => (await runInPieces(args, width)).ran

  /** Runs the command in this process, and also returns what it printed at a time. */
  const runInPieces = async (
    args: readonly string[],
    width?: number,
  ): Promise<{ readonly ran: Ran; readonly pieces: readonly string[] }> => {
    const printed = { stdout: '', stderr: '' }
    const pieces: string[] = []
    const output = {
      out: (text: string) => {
        pieces.push(text)
        printed.stdout += `${text}\n`
      },
      err: (text: string) => {
        printed.stderr += `${text}\n`
      },
      progress: () => undefined,
      colours: picocolors.createColors(false),
      ...(width === undefined ? {} : { width }),
    }
    process.chdir(folder)
    try {
      const status = await runCommandLine(args, commands, {
        solver: (name) => (name === 'z3' ? solver() : sat()),
        compiled: compiledZ3,
        threadScript,
        output,
      })
      return { ran: { status, ...printed }, pieces }
    } finally {
      process.chdir(root)
    }
  }

  return {
    folder,
    /** Writes a file below the folder, and returns its path. */
    write: (name: string, content: string | Uint8Array): string => {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    },
    /** Removes all files. */
    clear: (): void => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    },
    runProcess,
    runInPieces,
    /** Runs the command as on a terminal with `width` columns. */
    runAt: (width: number, args: readonly string[]): Promise<Ran> => runHere(args, width),
    /** Runs the command, as a process if it reads standard input. */
    run: async (args: readonly string[], input?: string): Promise<Ran> =>
      input !== undefined ? runProcess(args, input) : runHere(args),
  }
}
