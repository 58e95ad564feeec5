/** The command that shows why an answer is not as expected. */

import { match } from 'ts-pattern'
import { expectationText } from '../../answers/expectation.js'
import { defaultModel } from '../../axioms/models.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import type { QuestionReport } from '../../report/check.js'
import { shellWord } from '../../source/shell-word.js'
import type { CheckArguments } from './command.js'

/**
 * Returns the line that names the command for the first question that is not as expected: `explain` for an outcome, and
 * `witness` for a hang or for undefined behaviour. Undefined if there is none, or if the test came from standard input,
 * which another command cannot read again.
 */
export function whyLine(broken: readonly QuestionReport[], args: CheckArguments): string | undefined {
  const [first] = broken
  if (first === undefined || first.test.startsWith('<')) return undefined
  const isUndefined = first.undefined !== null && first.undefined.length > 0
  const shows = isUndefined
    ? ['witness', '--undefined']
    : expectationText(first) === 'expected to end'
      ? ['witness', '--hang']
      : ['explain']
  const given = [
    ...args.launch.flatMap((launch) => ['--launch', launch]),
    ...askedBy(first, args, shows.includes('explain')),
    ...(args.model === defaultModel.name ? [] : ['--model', args.model]),
    ...(args.bound === defaultBound ? [] : ['--bound', `${args.bound}`]),
  ]
  return `why: ${['ptx-litmus', ...shows, first.test, ...given].map(shellWord).join(' ')}`
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
