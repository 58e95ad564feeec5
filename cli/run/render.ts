/** The results of a GPU, in the form of herd7. */

import { match } from 'ts-pattern'
import type { OtherTest, RanTest } from '../../report/run.js'
import { printable } from '../../source/diagnostic.js'

/** Renders the states of a test with their counts and the model's verdict on each, then the questions. */
export function renderRan(test: RanTest): string {
  const { states, times, gaveUp, missed, filtered, unseen, allowed, reason, note } = test
  const name = printable(test.test)
  return [
    `Test ${name}`,
    `Histogram (${states.length} states)`,
    ...states.map(
      ({ values, count, verdict }) => `${`${count}`.padStart(9)} :> ${stateText(values)} ${words[verdict]}`,
    ),
    ...test.questions.map(
      ({ name: question, positive, negative }) =>
        `Observation ${test.questions.length > 1 ? `${name}:${question}` : name} ${positive === 0 ? 'Never' : negative === 0 ? 'Always' : 'Sometimes'} ${positive} ${negative}`,
    ),
    ...(unseen === null || allowed === null
      ? []
      : [
          unseen.length === 0
            ? `All ${allowed} states that the model allows were seen`
            : `Not seen of ${allowed} allowed: ${unseen.map(stateText).join('  ')}`,
        ]),
    ...[reason, note].flatMap((one) => (one === undefined ? [] : [`Note: ${printable(one)}`])),
    [
      `Ran ${times} times`,
      ...(gaveUp > 0 ? [`${gaveUp} gave up in a loop`] : []),
      ...(missed > 0 ? [`${missed} did not read the values that the test demands`] : []),
      ...(filtered > 0 ? [`${filtered} left out by the filter`] : []),
    ].join(', '),
  ].join('\n')
}

const words = { allowed: 'allowed', forbidden: '**forbidden by the model**', open: 'not known to the model' } as const

const stateText = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value};`)
    .join(' ')

/** Returns a test that did not run, and why. */
export const renderOther = ({ test, status, reasons: [first] }: OtherTest): string =>
  `Test ${printable(test)}\n${match(status)
    .with('not runnable', () => 'Not runnable')
    .with('failed', () => 'Failed')
    .with('not in the log', () => 'Not in the log')
    .exhaustive()}${first === undefined ? '' : `: ${printable(first.message)} (${printable(first.place)})`}`
