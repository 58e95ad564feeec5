#!/usr/bin/env node
/** The entry of the command. Here, and only here, the process ends. */

import { once } from '../source/once.js'
import { commandNamed } from './commandline/listed.js'
import { commands } from './commands.js'
import { messageOf } from './console/errors.js'
import { terminal } from './console/terminal.js'

/** Begins something that may fail before anybody waits for it. */
const begun = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => undefined)
  return promise
}
const compiled = once(() => begun(import('./z3/compile.js').then(({ compileZ3 }) => compileZ3())))
const solver = once(() =>
  begun(import('./z3/start.js').then(async ({ startSolver }) => startSolver({ compiled: await compiled() }))),
)
const argv = process.argv.slice(2)
const command = commandNamed(argv, commands)
// z3 compiles in the background while the rest loads, so it must have begun before the rest is asked for.
const asksForHelp = argv.some((argument) => argument === '--help' || argument === '-h')
if (command?.solves === true && !asksForHelp) {
  void compiled()
  await import('./z3/start.js')
}
const [{ runCommandLine }] = await Promise.all([import('./commandline/run.js'), command?.load()])

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as `head`, is no error; a full disk is.
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`ptx-litmus: the output cannot be written: ${error.message}\n`, () => process.exit(2))
  })
}
/** Ends the process once everything is written: a pipe may still hold some of it back. */
const exit = (status: number) => process.stderr.write('', () => process.stdout.write('', () => process.exit(status)))

const output = terminal()
const threadScript = new URL('./worker.js', import.meta.url)
try {
  exit(await runCommandLine(argv, commands, { solver, compiled, threadScript, output }))
} catch (error) {
  output.err(`ptx-litmus: internal error, please report it: ${messageOf(error)}`)
  exit(2)
}
