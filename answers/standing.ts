/**
 * The standing of a question: as expected, not as expected, or open. Lines, counts, reports and the exit status follow
 * from it.
 */

import type { QuestionReport } from '../report/check.js'
import type { Conclusion } from '../report/conclusion.js'
import { qualificationsOf } from './qualified.js'

/** The demands on all questions. */
export interface Demands {
  /** Every execution must end. */
  readonly mustEnd: boolean
  /** An answer that holds only with a qualification meets no expectation. */
  readonly strict: boolean
}

export type Standing = Extract<
  Conclusion,
  'as expected' | 'nothing expected' | 'not as expected' | 'qualified' | 'undecided' | 'not covered'
>

/** Returns the standing of a question that `judge` has judged by the same demands. */
export function standingOf(report: QuestionReport, { strict, mustEnd }: Demands): Standing {
  const { asExpected, verdict, undefined: reached, liveness } = report
  if (asExpected === false) return 'not as expected'
  if (verdict === 'not covered') return asExpected === true ? 'as expected' : 'not covered'
  if (verdict === 'undecided' || reached === null || (mustEnd && liveness === 'undecided')) return 'undecided'
  if (strict && qualificationsOf(report, mustEnd).length > 0) return 'qualified'
  return asExpected === null ? 'nothing expected' : 'as expected'
}
