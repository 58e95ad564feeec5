/** The help texts. */

import yargs from 'yargs'
import { commandNamed, type ListedCommand } from './listed.js'

/** The help on the command that the words name, or on all. */
export async function helpOn(words: readonly string[], commands: readonly ListedCommand[]): Promise<string> {
  const named = commandNamed(words, commands)
  const start = yargs(words.filter((word) => !word.startsWith('-')))
    .scriptName('ptx-litmus')
    .usage('$0 <command>\n\nDecides what PTX programs may do under the PTX memory consistency model.')
  const shown = await Promise.all(
    (named === undefined ? commands : [named]).map(async ({ name, load }) => ({ name, ...(await load()) })),
  )
  return shown
    .reduce(
      (all, { name, words, describe, options, examples, epilogue }) =>
        all.command(`${name} ${words}`.trim(), describe, (one) =>
          examples
            .reduce((told, [command, description]) => told.example(`$0 ${command}`, description), one)
            .options(
              Object.fromEntries(
                Object.entries(options).map(([option, { repeatable, ...described }]) => [
                  option,
                  { ...described, ...(described.type === 'boolean' ? {} : { requiresArg: true }) },
                ]),
              ),
            )
            .epilogue(epilogue),
        ),
      start,
    )
    .version(false)
    .option('version', { type: 'boolean', describe: 'show the versions of ptx-litmus, z3-solver and z3' })
    .alias('help', 'h')
    .wrap(100)
    .exitProcess(false)
    .getHelp()
}
