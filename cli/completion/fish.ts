/** The script with which fish completes a command line. */

import type { Options } from '../commandline/option.js'
import type { Completed } from './script.js'

/** Returns a script that fish reads, from version 3.0 on. Files are completed where nothing else is. */
export function fishScript(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name)
  const isFirst = `-n 'not __fish_seen_subcommand_from ${names.join(' ')}'`
  return [
    '# Completion of ptx-litmus in fish.',
    'complete -c ptx-litmus -e',
    `complete -c ptx-litmus ${isFirst} -l help -l version`,
    `complete -c ptx-litmus -f ${isFirst} -a help -d ${quoted('show the help of a command')}`,
    ...commands.map(({ name, describe }) => `complete -c ptx-litmus -f ${isFirst} -a ${name} -d ${quoted(describe)}`),
    ...commands.flatMap(linesOf),
  ].join('\n')
}

/** Returns the lines for the words and the options of a command. */
function linesOf({ name, suggestions = [], options }: Completed): readonly string[] {
  const line = `complete -c ptx-litmus -n '__fish_seen_subcommand_from ${name}'`
  return [
    ...(suggestions.length === 0 ? [] : [`${line} -f -a ${quoted(suggestions.join(' '))}`]),
    `${line} -l help`,
    ...Object.entries(options).map(([option, described]) => `${line} ${optionWords(option, described)}`),
  ]
}

/** Returns the names of an option, whether it takes a value, which values it has, and its first clause of help. */
function optionWords(name: string, { alias, type, choices, suggestions, describe }: Options[string]): string {
  const values = choices ?? suggestions ?? []
  return [
    ...[name, ...(alias === undefined ? [] : [alias])].map((one) => `${one.length === 1 ? '-s' : '-l'} ${one}`),
    ...(type === 'boolean' ? [] : values.length === 0 ? ['-r'] : ['-x', '-a', quoted(values.join(' '))]),
    '-d',
    quoted(describe),
  ].join(' ')
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
