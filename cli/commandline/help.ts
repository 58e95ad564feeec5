/** The help texts. Only help loads yargs, which takes 65 ms. */

import yargs from 'yargs'
import type { Statuses } from './command.js'
import type { ListedCommand } from './listed.js'

/** Returns the help on a command, or on all. */
export async function helpOn(named: ListedCommand | undefined, commands: readonly ListedCommand[]): Promise<string> {
  const start = yargs(named === undefined ? [] : [named.name])
    .scriptName('ptx-litmus')
    .usage('$0 <command>\n\nDecides what PTX programs may do under the PTX memory consistency model.')
  const shown = await Promise.all(
    (named === undefined ? commands : [named]).map(async ({ name, load }) => ({ name, ...(await load()) })),
  )
  return shown
    .reduce(
      (all, { name, words, describe, options, examples, notes, statuses }) =>
        all.command(`${name} ${words}`.trim(), describe, (one) =>
          examples
            .reduce((so, [command, description]) => so.example(`$0 ${command}`, description), one)
            .options(
              Object.fromEntries(
                Object.entries(options).map(([option, { repeatable, suggestions: _, describe, ...typed }]) => [
                  option,
                  {
                    ...typed,
                    describe: repeatable === true ? `${describe}; repeatable` : describe,
                    ...(typed.type === 'boolean' ? {} : { requiresArg: true }),
                  },
                ]),
              ),
            )
            .epilogue([...notes, exitStatuses(statuses)].join('\n\n')),
        ),
      start,
    )
    .version(false)
    .option('version', { type: 'boolean', describe: 'show the versions of ptx-litmus and its solvers', alias: 'V' })
    .help('help', 'show this help')
    .alias('help', 'h')
    .epilogue(
      named === undefined
        ? '`ptx-litmus COMMAND --help`, or `ptx-litmus help COMMAND`, lists the options of a command.'
        : '',
    )
    .wrap(100)
    .exitProcess(false)
    .getHelp()
}

const exitStatuses = (statuses: Statuses): string =>
  ['Exit status:', ...Object.entries(statuses).map(([status, means]) => `${status.padStart(5)}  ${means}`)].join('\n')
