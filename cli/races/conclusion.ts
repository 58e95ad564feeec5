/** Draws a conclusion from the races of a test, on which the mark of its line and the exit status depend. */

import type { Conclusion } from '../../report/conclusion.js'
import type { RacesReport } from '../../report/explanation.js'

type Report = RacesReport['tests'][number]

const ofVerdict = {
  racy: 'not as expected',
  vacuous: 'not as expected',
  'race-free': 'as expected',
  undecided: 'undecided',
  'not covered': 'not covered',
} as const satisfies { readonly [V in Report['verdict']]: Conclusion }

/**
 * Returns the conclusion. With `strict`, it is not enough that a test is race-free up to a limit. Without `strict` that
 * counts as answered, but not as expected. A test that never ends has no execution whose absence of races would say
 * anything: it hangs, unless what was left out ends it.
 */
export function conclusionOf(report: Report, strict: boolean) {
  const { verdict, undefined: reached, ends } = report
  const conclusion = ofVerdict[verdict]
  if (reached !== null && reached.length > 0) return ofVerdict.racy
  if (conclusion !== 'as expected') return conclusion
  if (reached === null) return 'undecided'
  if (ends === false) return isQualified(report) ? 'undecided' : 'not as expected'
  return !isQualified(report) ? conclusion : strict ? 'qualified' : 'nothing expected'
}

/**
 * Decides whether the result is qualified: not all executions, threads or memory layouts were examined, or known hardware
 * breaks it.
 */
const isQualified = ({ within, partial, timeouts, layouts, deviations }: Report): boolean =>
  [within, partial, timeouts, layouts, deviations].some((one) => one !== undefined)
