/** Workflow commands of GitHub, which annotate the lines of a change. */

import { type Case, type CaseStanding, detailLines, type Reported } from './case.js'

/**
 * Returns a command for each question that is not as expected, qualified, undecided or not covered, and for each error;
 * nothing if there are none.
 */
export const github = (report: Reported): string => report.cases.flatMap(commands).join('\n')

/**
 * Returns the commands for a case. An annotation has one place, in a file; without one, the message says what it is
 * about.
 */
function commands(one: Case): readonly string[] {
  const { file, name, place, message } = one
  const level = one.isQualified ? 'notice' : levels[one.standing]
  if (level === undefined) return []
  const title = `${file} ${name}`
  const lines = [message, ...detailLines(one)]
  const at = { file: place?.file, line: place?.line, col: place?.column, title }
  const properties = Object.entries(at).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${property(String(value))}`],
  )
  return [`::${level} ${properties.join(',')}::${data(lines.join('\n'))}`]
}

const levels: { readonly [S in CaseStanding]: 'error' | 'warning' | 'notice' | undefined } = {
  'as expected': undefined,
  'nothing expected': undefined,
  'not as expected': 'error',
  racy: 'error',
  unguarded: 'notice',
  qualified: 'warning',
  undecided: 'warning',
  'not covered': 'warning',
  error: 'error',
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Escapes the value of a property, including the characters that separate properties. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
