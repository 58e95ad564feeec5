#!/usr/bin/env node
/** The entry of the command. Here, and only here, the process ends. */

import { createRequire } from 'node:module'
import type { Solver } from '../encoder/solver/solver.js'
import { limitMemory } from '../source/memory-limit.js'
import { once } from '../source/once.js'
import { commandNamed } from './commandline/listed.js'
import { commands } from './commands.js'
import { messageOf } from './console/errors.js'
import { terminal } from './console/terminal.js'
import { unwritable } from './input/system.js'
import { byNode, memoryOfThread } from './threads/memory.js'
import { renewed } from './z3/renewed.js'

// The language server's packages are CommonJS, which asks for modules of Node by this name also when it is bundled.
Object.assign(globalThis, { require: createRequire(import.meta.url) })

/** Begins something that may fail before its result is awaited. */
const begun = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => undefined)
  return promise
}
const compiled = once(() => begun(import('./z3/compile.js').then(({ compileZ3 }) => compileZ3())))
const z3 = renewed(async () => (await import('./z3/start.js')).startSolver({ compiled: await compiled() }))
const sat = renewed(async () => (await import('../encoder/solver/sat.js')).startSat())
const solver = (name: Solver['name'] = 'sat') => begun((name === 'z3' ? z3 : sat).take())
const argv = process.argv.slice(2)
const command = commandNamed(argv, commands)
limitMemory(memoryOfThread(command?.name === 'check' ? '--memory' : byNode))
const [{ runCommandLine }] = await Promise.all([import('./commandline/run.js'), command?.load()])

/** A reader that has seen enough, such as `head`, ends the process silently, as SIGPIPE ends other tools. */
const statusOfBrokenPipe = 141
/** Once a stream cannot be written, as on a full disk, any other status would be wrong. */
let isUnwritable = false
for (const [name, stream] of [
  ['standard output', process.stdout],
  ['standard error', process.stderr],
] as const) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(statusOfBrokenPipe)
    if (isUnwritable) return
    isUnwritable = true
    process.stderr.write(`ptx-litmus: ${name}: ${unwritable(error)}\n`, () => process.exit(2))
  })
}
/** Resolves when everything written has left the process: a pipe may hold some of it back. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => (stream.writableLength === 0 ? resolve() : stream.write('', () => resolve())))
/** Ends the process once everything is written. */
const exit = async (status: number): Promise<void> => {
  await Promise.all([process.stdout, process.stderr].map(flushed))
  // A failed write is reported a little after the call.
  setImmediate(() => process.exit(isUnwritable ? 2 : status))
}

const output = terminal()
const threadScript = new URL('./worker.js', import.meta.url)
try {
  await exit(await runCommandLine(argv, commands, { solver, compiled, threadScript, output }))
} catch (error) {
  output.err(`ptx-litmus: internal error, please report it: ${messageOf(error)}`)
  await exit(2)
}
