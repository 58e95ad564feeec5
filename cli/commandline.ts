/** The command line: what can be asked, and the help on it. */

import yargs from 'yargs'
import { defaultModel, models } from '../axioms/models.js'
import type { Solver } from '../encoder/smt.js'
import { printable } from '../source/diagnostic.js'
import { didYouMean } from '../source/nearest.js'
import { checkArguments } from './arguments.js'
import { check } from './check.js'
import { stdinName } from './files.js'
import type { Output } from './output.js'
import { type ExitStatus, solverName } from './report.js'
import { packageVersions } from './versions.js'

const checkOptions = {
  model: {
    choices: models.map(({ name }) => name),
    default: defaultModel.name,
    requiresArg: true,
    describe: 'the memory model',
  },
  solver: {
    choices: solverName.options,
    default: 'z3',
    requiresArg: true,
    describe: 'z3, or brute: every candidate execution, one by one',
  },
  expect: {
    type: 'string',
    requiresArg: true,
    describe: 'a CSV table test,question,model,verdict that overrides what the files expect',
  },
  json: { type: 'boolean', default: false, describe: 'one JSON document instead of lines' },
  quiet: { alias: 'q', type: 'boolean', default: false, describe: 'only what is not as expected' },
  verbose: { alias: 'v', type: 'boolean', default: false, describe: 'with event counts and where the time went' },
  timeout: { type: 'number', requiresArg: true, describe: 'seconds of z3 for each question; without, no limit' },
} as const

class UsageError extends Error {}

/** Runs what the arguments say; the solver is started by the caller, who knows when it is worth it. */
export async function run(argv: readonly string[], solver: () => Promise<Solver>, output: Output): Promise<ExitStatus> {
  if (argv.includes('--version')) {
    const versions = packageVersions()
    const { version } = await solver()
    output.out(`ptx-litmus ${versions['ptx-litmus']} (z3-solver ${versions['z3-solver']}, z3 ${version})`)
    return 0
  }
  let status: ExitStatus = 0
  // yargs loses a bare `-` among the arguments of a command.
  const parser = yargs(argv.map((argument) => (argument === '-' ? stdinName : argument)))
    .scriptName('ptx-litmus')
    .usage('$0 <command>\n\nDecides what PTX programs may do under the PTX memory consistency model.')
    .command(
      'check [paths..]',
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
      async (given) => {
        const behind: unknown = given['--']
        const paths = [...(given.paths ?? []), ...(Array.isArray(behind) ? behind : [])]
        const parsed = checkArguments.safeParse({ ...given, paths })
        if (!parsed.success) {
          throw new UsageError(
            parsed.error.issues
              .map(({ path, message }) => `${path[0] === 'paths' ? '' : '--'}${path.join('.')}: ${message}`)
              .join('\n'),
          )
        }
        status = await check(parsed.data, solver(), output)
      },
    )
    .demandCommand(1, 'a command is needed, such as check')
    .strictCommands()
    .parserConfiguration({ 'populate--': true, 'duplicate-arguments-array': false })
    .version(false)
    .option('version', { type: 'boolean', describe: 'show the versions of ptx-litmus, z3-solver and z3' })
    .help()
    .alias('help', 'h')
    .wrap(100)
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      // Without an exception yargs would go on to run the command. Its own complaints may come as an error.
      if (error instanceof Error && error.name !== 'YError') throw error
      throw new UsageError(message ?? error?.message)
    })
  try {
    rejectUnknownOptions(argv)
    await parser.parseAsync()
    return status
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    output.err(`ptx-litmus: ${error.message.split('\n').map(printable).join('\n')}\nTry \`ptx-litmus --help\`.`)
    return 2
  }
}

/** Before anything else, as an unknown option would take the next argument for its value. */
function rejectUnknownOptions(argv: readonly string[]): void {
  const names = [...Object.keys(checkOptions), 'help', 'version'].flatMap((name) => [`--${name}`, `--no-${name}`])
  const known = [...names, '-q', '-v', '-h']
  const end = argv.indexOf('--')
  for (const argument of end === -1 ? argv : argv.slice(0, end)) {
    const [name = ''] = argument.split('=')
    if (!/^-[^\d]/.test(name) || known.includes(name) || /^-[qv]+$/.test(name)) continue
    throw new UsageError(`unknown option ${name}${didYouMean(name, names)}`)
  }
}
