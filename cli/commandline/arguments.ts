/** Reads a command line as a command and its work. */

import parse from 'yargs-parser'
import { printable } from '../../source/diagnostic.js'
import { didYouMean, didYouMeanOneOf } from '../../source/nearest.js'
import type { Problem } from './command.js'
import { commandNamed, type ListedCommand, type Work } from './listed.js'
import { dashed, type Option } from './option.js'

export type Request =
  | { readonly kind: 'work'; readonly work: Work }
  | { readonly kind: 'version' }
  /** Help on a command, or on all. */
  | { readonly kind: 'help'; readonly on: ListedCommand | undefined }
  /** The command, if one is named, has help on what is wrong. */
  | { readonly kind: 'misused'; readonly message: string; readonly command: ListedCommand | undefined }

/**
 * Returns what a command line asks for. It is read by yargs' own parser; the rest of yargs takes longer to load than
 * most tests to decide, and is needed for help only.
 */
export async function readArguments(argv: readonly string[], commands: readonly ListedCommand[]): Promise<Request> {
  const listed = commandNamed(argv, commands)
  const command = await listed?.load()
  const options = Object.entries(command?.options ?? {})
  const ofType = (type: Option['type']) => options.flatMap(([name, option]) => (option.type === type ? [name] : []))
  const { _: words, ...given } = parse([...argv], {
    boolean: [...ofType('boolean'), 'help', 'version'],
    // Numbers are parsed as text: the parser drops an option whose number is missing.
    string: [...ofType('string'), ...ofType('number')],
    narg: Object.fromEntries(options.flatMap(([name, { beginsWithDash }]) => (beginsWithDash ? [[name, 1]] : []))),
    alias: {
      ...Object.fromEntries(options.flatMap(([name, { alias }]) => (alias ? [[name, alias]] : []))),
      help: 'h',
      version: 'V',
    },
    configuration: {
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'nargs-eats-options': true,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    },
  })
  const names = [...options.map(([name]) => name), 'help', 'version']
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined && command !== undefined)
    return misused(`unknown option ${dashed(unknown)}${didYouMean(dashed(unknown), names.map(dashed))}`, listed)
  if (given['version']) return { kind: 'version' }
  if (given['help']) return { kind: 'help', on: listed }
  if (listed === undefined || command === undefined) return withoutCommand(words.map(String), commands)
  const values = options.map(([name, option]) => [name, valueOf(option, given[name])])
  const read = command.read(words.slice(1).map(String), Object.fromEntries(values))
  const repeated = options.flatMap(([name, option]) => repetition(name, option, given[name]))
  if (read.kind === 'work' && repeated.length === 0) return read
  const problems = [...repeated, ...(read.kind === 'work' ? [] : read.problems)].map(
    ({ argument, message }) => `${argument === 'words' ? listed.name : dashed(argument)}: ${message}`,
  )
  return misused(problems.join('; '), listed)
}

/** Reads `help` and `help COMMAND`, or returns what is wrong. */
function withoutCommand([name, of]: readonly string[], commands: readonly ListedCommand[]): Request {
  const wanted = name === 'help' ? of : name
  const on = commands.find((one) => one.name === wanted)
  if (name === 'help' && (wanted === undefined || on !== undefined)) return { kind: 'help', on }
  const names = commands.map((one) => one.name)
  if (wanted !== undefined && /\.(cu|ptx|test|litmus)$/.test(wanted))
    return misused(`${wanted} is a file; say before it what to do with it, such as check or races`)
  return misused(
    wanted === undefined
      ? `missing command; the commands are ${names.join(', ')}`
      : `unknown command ${wanted}${didYouMeanOneOf(wanted, names, `the commands are ${names.join(', ')}`)}`,
  )
}

/** Returns the values of an option. The parser gives a list for an option that is given several times. */
const allOf = (given: unknown): readonly unknown[] =>
  Array.isArray(given) ? given : given === undefined ? [] : [given]

function valueOf({ type, repeatable, ...option }: Option, given: unknown): unknown {
  const all = allOf(given)
  if (repeatable === true) return all
  return all.at(-1) ?? option.default ?? (type === 'boolean' ? false : undefined)
}

/** Reports an option with two values, since it is unclear which is meant. A flag given twice means the same as once. */
function repetition(argument: string, { type, repeatable }: Option, given: unknown): readonly Problem[] {
  const values = allOf(given)
  return type === 'boolean' || repeatable === true || values.length < 2
    ? []
    : [{ argument, message: `it takes one value, but ${values.length} are given: ${values.join(', ')}` }]
}

const misused = (message: string, command?: ListedCommand): Request => ({
  kind: 'misused',
  message: printable(message),
  command,
})
