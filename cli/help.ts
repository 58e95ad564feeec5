/** The help texts. */

import yargs from 'yargs'
import { checkOptions } from './arguments.js'

/** The help on all commands, or on the one that the words name. */
export const helpOn = (words: readonly string[]): Promise<string> =>
  yargs(words.filter((word) => !word.startsWith('-')))
    .scriptName('ptx-litmus')
    .usage('$0 <command>\n\nDecides what PTX programs may do under the PTX memory consistency model.')
    .command(
      'check <paths..>',
      'decide every question of the tests in files, folders, or - for standard input',
      (command) =>
        command
          .positional('paths', { type: 'string', array: true, describe: 'files, folders, or -' })
          .options(checkOptions)
          .example('$0 check MP.test', 'decide one test')
          .example('$0 check examples --expect examples/expected.csv', 'a folder, against a table')
          .example('$0 check --json - < MP.test', 'standard input, as JSON')
          .epilogue(
            'The verdict, allowed or forbidden, speaks of the outcome asked for; for assert, of a violation.\n' +
              'Exit status: 0 all as expected, 1 an expectation broken, 2 unreadable input or wrong usage, 3 something undecided.',
          ),
    )
    .version(false)
    .option('version', { type: 'boolean', describe: 'show the versions of ptx-litmus, z3-solver and z3' })
    .alias('help', 'h')
    .wrap(100)
    .exitProcess(false)
    .getHelp()
