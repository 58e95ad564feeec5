/** What the commands take, parsed once. */

import parse from 'yargs-parser'
import * as z from 'zod'
import { defaultModel, models } from '../axioms/models.js'
import { printable } from '../source/diagnostic.js'
import { didYouMean } from '../source/nearest.js'
import { solverName } from './report.js'

/** The options of `check`, as yargs has them. */
export const checkOptions = {
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

const oneOf = <T extends string>(names: readonly T[]) => z.enum(names, `it must be one of ${names.join(', ')}`)

const checkArguments = z.object({
  paths: z.array(z.string().min(1, 'a path is empty')).min(1, 'a file, a folder, or - is needed'),
  model: oneOf(checkOptions.model.choices),
  solver: oneOf(solverName.options),
  expect: z.string().min(1, 'a file is needed').optional(),
  json: z.boolean(),
  quiet: z.boolean(),
  verbose: z.boolean(),
  /** Seconds for each question. */
  timeout: z.coerce
    .number('a number of seconds is needed')
    .positive('it must be more than 0')
    .max(2_000_000, 'it must be at most 2000000')
    .optional(),
})

export type CheckArguments = z.infer<typeof checkArguments>

export type Command =
  | { readonly kind: 'check'; readonly args: CheckArguments }
  | { readonly kind: 'version' }
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly message: string }

export const commands = ['check'] as const

/**
 * What a command line asks for. It is read by yargs' own parser; the rest of yargs takes longer to load than most tests to decide,
 * and is needed for help only.
 */
export function readCommand(argv: readonly string[]): Command {
  const { _: words, ...given } = parse([...argv], {
    boolean: ['json', 'quiet', 'verbose', 'help', 'version'],
    string: ['expect', 'model', 'solver', 'timeout'],
    // As text: the parser takes a number that is missing for no option at all.
    alias: { quiet: 'q', verbose: 'v', help: 'h' },
    default: {
      model: checkOptions.model.default,
      solver: checkOptions.solver.default,
      json: false,
      quiet: false,
      verbose: false,
    },
    configuration: {
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'duplicate-arguments-array': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    },
  })
  const known = [...Object.keys(checkOptions), 'help', 'version']
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined)
    return misused(`unknown option ${dashed(unknown)}${didYouMean(dashed(unknown), known.map(dashed))}`)
  if (given['version'] === true) return { kind: 'version' }
  if (given['help'] === true) return { kind: 'help' }
  const [command, ...paths] = words.map(String)
  if (command === undefined) return misused(`a command is needed, such as ${commands[0]}`)
  if (!commands.some((name) => name === command))
    return misused(`unknown command ${command}${didYouMean(command, commands)}`)
  const parsed = checkArguments.safeParse({ ...given, paths })
  if (parsed.success) return { kind: 'check', args: parsed.data }
  return misused(
    parsed.error.issues
      .map(({ path: [name], message }) => `${name === 'paths' ? 'check' : dashed(String(name))}: ${message}`)
      .join('; '),
  )
}

const misused = (message: string): Command => ({ kind: 'misused', message: printable(message) })

const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)
