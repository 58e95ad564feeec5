/** From a command line to the command and its work. */

import parse from 'yargs-parser'
import { printable } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { type Command, dashed, type Option, type Work } from './command.js'

export type Asked =
  | { readonly kind: 'work'; readonly work: Work }
  | { readonly kind: 'version' }
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly message: string }

/**
 * What a command line asks for. It is read by yargs' own parser; the rest of yargs takes longer to load than most tests to decide,
 * and is needed for help only.
 */
export function readArguments(argv: readonly string[], commands: readonly Command[]): Asked {
  // The first word that is no option names the command; options stand behind it.
  const name = argv.find((argument) => !argument.startsWith('-'))
  const command = commands.find((one) => one.name === name)
  const options = Object.entries(command?.options ?? {})
  const ofType = (type: Option['type']) => options.flatMap(([name, option]) => (option.type === type ? [name] : []))
  const { _: words, ...given } = parse([...argv], {
    boolean: [...ofType('boolean'), 'help', 'version'],
    // Numbers as text: the parser takes a number that is missing for no option at all.
    string: [...ofType('string'), ...ofType('number')],
    alias: { ...Object.fromEntries(options.flatMap(([name, { alias }]) => (alias ? [[name, alias]] : []))), help: 'h' },
    configuration: {
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    },
  })
  const known = [...options.map(([name]) => name), 'help', 'version']
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined && command !== undefined)
    return misused(`unknown option ${dashed(unknown)}${didYouMean(dashed(unknown), known.map(dashed))}`)
  if (given['version']) return { kind: 'version' }
  if (given['help']) return { kind: 'help' }
  if (command === undefined) {
    const names = commands.map((one) => one.name)
    return misused(
      name === undefined
        ? `a command is needed: ${names.join(', ')}`
        : `unknown command ${name}${didYouMean(name, names)}; the commands are ${names.join(', ')}`,
    )
  }
  const values = options.map(([name, option]) => [name, valueOf(option, given[name])])
  const read = command.read(words.slice(1).map(String), Object.fromEntries(values))
  return read.ok ? { kind: 'work', work: read.work } : misused(read.message)
}

function valueOf({ type, repeatable, ...option }: Option, given: unknown): unknown {
  const all: readonly unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given]
  if (repeatable === true) return all
  return all.at(-1) ?? option.default ?? (type === 'boolean' ? false : undefined)
}

const misused = (message: string): Asked => ({ kind: 'misused', message: printable(message) })
