/** Runs the command, that of the extension or the user's. */

import { spawn } from 'node:child_process'

/** A program and the words before those of a command. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The end of a process. Its status is undefined if it was ended, or did not start. */
export interface Ended {
  readonly status: number | undefined
  readonly stdout: string
  readonly stderr: string
}

/** Returns the user's command, or if none is set, the one in the extension, which the program of VS Code runs. */
export const programOf = (command: string, included: string): Program =>
  command === ''
    ? { command: process.execPath, args: [included], env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } }
    : { command, args: [], env: process.env }

/** Runs a command in a folder until it ends or the signal aborts it. */
export const run = (program: Program, words: readonly string[], cwd: string, signal: AbortSignal): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(program.command, [...program.args, ...words], { cwd, env: program.env, signal })
    const texts = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text
      })
    child.on('error', ({ message }) => resolve({ ...texts, stderr: `${texts.stderr}${message}\n`, status: undefined }))
    child.on('close', (status) => resolve({ ...texts, status: status ?? undefined }))
  })
