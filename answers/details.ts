/** What is said of an answer besides its word. */

import type { QuestionReport } from '../report/check.js'
import { printable } from '../source/diagnostic.js'
import { livenessTexts, undefinedReportTexts, unknownTexts } from '../witness/labels.js'

/** Whether the verdict says something about the outcome. */
export const isDecided = (verdict: QuestionReport['verdict']): boolean =>
  verdict === 'allowed' || verdict === 'forbidden'

/** Reasons, loops that were cut at the bound, hangs, undefined behaviour, values that nothing is known about: a line each. */
export const detailsOf = (report: QuestionReport): readonly string[] => [
  ...(report.reason === undefined ? [] : [report.reason]),
  ...(report.within === undefined ? [] : [`loops cut at the bound: ${report.within.loops.map(printable).join('; ')}`]),
  ...livenessTexts(report),
  ...(isDecided(report.verdict) || report.undefined !== null ? undefinedReportTexts(report) : []),
  ...unknownTexts(report),
]

/**
 * Whether a question is still open: something is undecided that may meet or break an expectation, or with `strict`, its verdict holds only
 * within the bound.
 */
export const isOpen = ({ asExpected, verdict, within, undefined: reached }: QuestionReport, strict: boolean): boolean =>
  (asExpected !== false && (verdict === 'undecided' || (reached === null && isDecided(verdict)))) ||
  (strict && within !== undefined)
