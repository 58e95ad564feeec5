/** Says in words whether a verdict is as expected. */

import { match, P } from 'ts-pattern'
import type { QuestionReport } from '../report/check.js'
import { answerOf } from '../report/verdict.js'

/** Returns `as expected`, or what was expected instead; empty if nothing was expected or nothing is decided. */
export function expectationText(report: QuestionReport): string {
  const { kind, verdict, asExpected, expected, vacuous, liveness, hang, undefined: reached } = report
  // If some executions end, it is the test's own demands that leave none.
  const demandsTooMuch = vacuous && liveness === 'can hang'
  const isDefined = reached === null || reached.length === 0
  const isMet = isDefined ? expected === verdict || verdict === 'not covered' : expected === 'undefined'
  const hangs = hang !== undefined && !demandsTooMuch && (expected === null || isMet)
  return match({ asExpected, expected, hangs })
    .with({ asExpected: true }, () => 'as expected')
    .with({ asExpected: false, hangs: true }, () => 'expected to end')
    .with({ asExpected: false, expected: P.nonNullable }, ({ expected }) =>
      isDefined && vacuous && expected === 'forbidden' ? 'is vacuous' : `expected ${answerOf(kind, expected)}`,
    )
    .with({ asExpected: false }, () => 'is vacuous')
    .with({ asExpected: null }, () => '')
    .exhaustive()
}
