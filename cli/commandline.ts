/** From a command line to what it asks for. */

import { match } from 'ts-pattern'
import type { Solver } from '../encoder/smt.js'
import { readCommand } from './arguments.js'
import { check } from './check.js'
import type { Output } from './output.js'
import type { ExitStatus } from './report.js'
import { packageVersions } from './versions.js'

/** Runs what the arguments say; the solver is started by the caller, who knows when it is worth it. */
export const run = (argv: readonly string[], solver: () => Promise<Solver>, output: Output): Promise<ExitStatus> =>
  match(readCommand(argv))
    .returnType<Promise<ExitStatus>>()
    .with({ kind: 'check' }, ({ args }) => check(args, solver(), output))
    .with({ kind: 'version' }, async () => {
      const versions = packageVersions()
      const { version } = await solver()
      output.out(`ptx-litmus ${versions['ptx-litmus']} (z3-solver ${versions['z3-solver']}, z3 ${version})`)
      return 0
    })
    .with({ kind: 'help' }, async () => {
      const { helpOn } = await import('./help.js')
      output.out(await helpOn(argv))
      return 0
    })
    .with({ kind: 'misused' }, async ({ message }) => {
      output.err(`ptx-litmus: ${message}\nTry \`ptx-litmus --help\`.`)
      return 2
    })
    .exhaustive()
