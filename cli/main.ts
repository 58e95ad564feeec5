#!/usr/bin/env node
/** The entry of the command. Here, and only here, the process ends. */

import picocolors from 'picocolors'
import type { Solver } from '../encoder/solver/smt.js'
import type { Compiled } from '../encoder/solver/wasm/engine.js'
import type { Output } from './console/output.js'

let compiling: Promise<Compiled> | undefined
const compiled = async (): Promise<Compiled> => {
  const { compileZ3 } = await import('./z3/compile.js')
  compiling ??= compileZ3()
  return compiling
}
let started: Promise<Solver> | undefined
const solver = async (): Promise<Solver> => {
  const { startSolver } = await import('./z3/start.js')
  started ??= startSolver({ compiled: await compiled() })
  return started
}
// z3 compiles in the background while the rest loads, so it must have begun before the rest is asked for.
const asksForHelp = process.argv.some((argument) => argument === '--help' || argument === '-h')
const solves = ['check', 'witness', 'outcomes', 'smt'].some((name) => name === process.argv[2])
if (solves && !asksForHelp) {
  compiled().catch(() => undefined)
  await import('./z3/start.js')
}

const [{ run }, { commands }] = await Promise.all([import('./commandline/run.js'), import('./commands.js')])

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as `head`, is no error; a full disk is.
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`ptx-litmus: the output cannot be written: ${error.message}\n`, () => process.exit(2))
  })
}

const onTerminal = process.stdout.isTTY === true && process.env['TERM'] !== 'dumb'
const colours = picocolors.createColors(onTerminal && !process.env['NO_COLOR'])
/** The line of progress. */
let shown = ''
const output: Output = {
  out: (text: string) => {
    output.progress('')
    process.stdout.write(`${text}\n`)
  },
  err: (text: string) => {
    output.progress('')
    process.stderr.write(`${text}\n`)
  },
  progress: (line: string) => {
    if (line === shown || process.stderr.isTTY !== true || process.env['TERM'] === 'dumb') return
    process.stderr.write(`\r\u001b[K${line}`)
    shown = line
  },
  colours,
}
/** Ends the process once everything is written: a pipe may still hold some of it back. */
const exit = (status: number) => process.stderr.write('', () => process.stdout.write('', () => process.exit(status)))

try {
  exit(await run(process.argv.slice(2), commands, { solver, compiled, output }))
} catch (error) {
  output.err(`ptx-litmus: internal error, please report it: ${error instanceof Error ? error.message : String(error)}`)
  exit(2)
}
