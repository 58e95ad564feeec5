/** `--reporter NAME[=FILE]`: the report to write, and its file. */

import * as z from 'zod'
import type { Problem } from '../commandline/command.js'
import { option } from '../commandline/option.js'

const names = ['junit', 'sarif', 'github', 'tap'] as const

export type ReporterName = (typeof names)[number]

export interface Reporter {
  readonly name: ReporterName
  /** Undefined for standard output. */
  readonly file: string | undefined
}

const wrong = `it must be one of ${names.join(', ')}, followed by =FILE to write to a file`

const reporterWord = z.string().transform((word, { addIssue }): Reporter => {
  const [, given, file] = /^([^=]*)(?:=(.*))?$/s.exec(word) ?? []
  const name = names.find((one) => one === given)
  if (name === undefined || file === '') addIssue({ code: 'custom', message: `\`${word}\`: ${wrong}` })
  return { name: name ?? names[0], file: file === '-' ? undefined : file }
})

/** Reports for other tools. */
export const reporter = option(z.array(reporterWord), {
  type: 'string',
  repeatable: true,
  suggestions: names,
  describe: `report to other tools: ${names.join(', ')}; NAME=FILE writes to a file, NAME to standard output, and the usual lines go to standard error`,
})

/** Reports that would go to the same place as another, or as JSON. */
export function wrongReporters(
  reporters: readonly Reporter[],
  json: '--json' | '--jsonl' | undefined,
): readonly Problem[] {
  const files = reporters.map(({ file }) => file)
  const repeated = files.find((file, i) => files.indexOf(file) < i)
  const message = (what: string): readonly Problem[] => [{ argument: 'reporter', message: what }]
  if (json !== undefined && files.includes(undefined))
    return message(`${json} writes to standard output; name a file for the report: NAME=FILE`)
  if (repeated !== undefined) return message(`two reports cannot be written to ${repeated}`)
  return files.filter((file) => file === undefined).length > 1
    ? message('two reports cannot be written to standard output; name a file for one: NAME=FILE')
    : []
}
