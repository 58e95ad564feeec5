/** A command in the list of commands: its name, and the way to load the rest. */

import type { ExitStatus } from '../../report/check.js'
import type { Command, CommandEnvironment, CommandHelp, Problem, Run } from './command.js'
import type { Options } from './option.js'

export interface ListedCommand {
  readonly name: string
  readonly load: () => Promise<LoadedCommand>
}

interface LoadedCommand extends CommandHelp {
  readonly options: Options
  /** Returns the work that the words and the values of the options ask for. */
  readonly read: (
    words: readonly string[],
    given: { readonly [option: string]: unknown },
  ) =>
    | { readonly kind: 'work'; readonly work: Work }
    | { readonly kind: 'misused'; readonly problems: readonly Problem[] }
}

export type Work = (surroundings: CommandEnvironment) => Promise<ExitStatus>

/** Returns a command whose arguments are those that its work takes. */
export const listed = <Args>(
  name: string,
  declared: () => Promise<{ readonly command: Command<Args> }>,
  done: () => Promise<{ readonly run: Run<Args> }>,
): ListedCommand => ({
  name,
  load: async () => {
    const { read, ...command } = (await declared()).command
    return {
      ...command,
      read: (words, given) => {
        const reading = read(words, given)
        switch (reading.kind) {
          case 'misused':
            return reading
          case 'schema':
            return { kind: 'work', work: ({ output }) => reading.print(output) }
          case 'arguments':
            return { kind: 'work', work: async (surroundings) => (await done()).run(reading.args, surroundings) }
        }
      },
    }
  },
})

/** Returns the word that names the command: the first that is not an option. Its options follow. */
const commandWord = (argv: readonly string[]): string | undefined => argv.find((argument) => !argument.startsWith('-'))

/** Returns the command that a command line names. */
export const commandNamed = (
  argv: readonly string[],
  commands: readonly ListedCommand[],
): ListedCommand | undefined => {
  const word = commandWord(argv)
  return commands.find(({ name }) => name === word)
}
