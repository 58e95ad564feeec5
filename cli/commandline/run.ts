/** Runs the command of a command line. */

import { match } from 'ts-pattern'
import type { ExitStatus } from '../../report/check.js'
import { packageVersions } from '../console/versions.js'
import { forgetReads } from '../input/files-read.js'
import { readArguments } from './arguments.js'
import type { CommandEnvironment } from './command.js'
import type { ListedCommand } from './listed.js'

/** Runs what the arguments ask for. The caller starts the solver, since it knows when that pays off. */
export const runCommandLine = async (
  argv: readonly string[],
  commands: readonly ListedCommand[],
  surroundings: CommandEnvironment,
): Promise<ExitStatus> => {
  forgetReads()
  return match(await readArguments(argv, commands))
    .returnType<Promise<ExitStatus>>()
    .with({ kind: 'work' }, ({ work }) => work(surroundings))
    .with({ kind: 'version' }, async () => {
      const versions = packageVersions()
      const [z3, sat] = [await surroundings.solver('z3'), await surroundings.solver('sat')]
      surroundings.output.out(
        `ptx-litmus ${versions['ptx-litmus']} (CaDiCaL ${sat.version}, z3-solver ${versions['z3-solver']}, z3 ${z3.version})`,
      )
      return 0
    })
    .with({ kind: 'help' }, async ({ on }) => {
      const { helpOn } = await import('./help.js')
      surroundings.output.out(await helpOn(on, commands))
      return 0
    })
    .with({ kind: 'misused' }, async ({ message, command }) => {
      const help = command === undefined ? 'ptx-litmus --help' : `ptx-litmus ${command.name} --help`
      surroundings.output.err(`ptx-litmus: ${message}\nTry \`${help}\`.`)
      return 2
    })
    .exhaustive()
}
