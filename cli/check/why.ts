/** The command that shows why an answer is not as expected. */

import { match } from 'ts-pattern'
import { expectationText } from '../../answers/expectation.js'
import type { QuestionReport } from '../../report/check.js'
import { commandFor } from '../commandline/again.js'
import type { CheckArguments } from './command.js'

/**
 * Returns the line that names the command for the first question that is not as expected: `explain` for an outcome, and
 * `witness` for a hang or for undefined behaviour. Undefined if there is none, or if the test came from standard input,
 * which another command cannot read again.
 */
export function whyLine(broken: readonly QuestionReport[], args: CheckArguments): string | undefined {
  const [first] = broken
  if (first === undefined) return undefined
  const isUndefined = first.undefined !== null && first.undefined.length > 0
  const shows = isUndefined
    ? ['witness', '--undefined']
    : expectationText(first) === 'expected to end'
      ? ['witness', '--hang']
      : ['explain']
  const command = commandFor(shows, first.test, args, askedBy(first, args, shows.includes('explain')))
  return command === undefined ? undefined : `why: ${command}`
}

/**
 * Returns the option that asks the question: by its text if it is one of the command line, otherwise by its name. A hang
 * is the same whatever the question.
 */
function askedBy({ question, place }: QuestionReport, args: CheckArguments, matters: boolean): readonly string[] {
  const [, option, number = '1'] = /^--(assert|permit|exists)(?: \((\d+)\))?:/.exec(place) ?? []
  const asked = match(option)
    .with('assert', 'permit', 'exists', (name) => args[name][Number(number) - 1])
    .otherwise(() => undefined)
  if (option !== undefined && asked !== undefined) return [`--${option}`, asked]
  return matters ? ['--question', question] : []
}
