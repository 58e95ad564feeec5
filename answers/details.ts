/** Lists the details of an answer besides its word. */

import type { QuestionReport } from '../report/check.js'
import { livenessTexts, undefinedReportTexts, unknownTexts } from '../witness/labels.js'
import { loopsCutText } from '../witness/loops-cut.js'
import { restTexts } from '../witness/rests.js'

/** Decides whether the verdict says something about the outcome. */
const isDecided = (verdict: QuestionReport['verdict']): boolean => verdict === 'allowed' || verdict === 'forbidden'

/** Returns a line for each reason, loop that was cut at the bound, hang, undefined behaviour and unknown value. */
export const detailsOf = (report: QuestionReport): readonly string[] => [
  ...(report.reason === undefined ? [] : [report.reason]),
  ...(report.within === undefined ? [] : [`loops cut at the bound: ${loopsCutText(report.within.loops)}`]),
  ...(report.definedWithin === undefined
    ? []
    : [`loops cut at the bound: ${loopsCutText(report.definedWithin.loops)}`]),
  ...restTexts(report),
  ...livenessTexts(report),
  ...(isDecided(report.verdict) || report.undefined !== null ? undefinedReportTexts(report) : []),
  ...unknownTexts(report),
]
