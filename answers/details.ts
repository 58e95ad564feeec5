/** Lists the details of an answer besides its word. */

import type { QuestionReport } from '../report/check.js'
import { printable } from '../source/diagnostic.js'
import { assumptionTexts } from '../witness/assumptions.js'
import { deviationTexts } from '../witness/deviations.js'
import { livenessTexts, undefinedReportTexts, unknownTexts } from '../witness/labels.js'
import { layoutTexts } from '../witness/layouts.js'
import { partialTexts } from '../witness/partial.js'

/** Decides whether the verdict says something about the outcome. */
const isDecided = (verdict: QuestionReport['verdict']): boolean => verdict === 'allowed' || verdict === 'forbidden'

/** Returns a line for each reason, loop that was cut at the bound, hang, undefined behaviour and unknown value. */
export const detailsOf = (report: QuestionReport): readonly string[] => [
  ...(report.reason === undefined ? [] : [report.reason]),
  ...(report.within === undefined ? [] : [`loops cut at the bound: ${report.within.loops.map(printable).join('; ')}`]),
  ...partialTexts(report),
  ...layoutTexts(report),
  ...deviationTexts(report),
  ...assumptionTexts(report),
  ...livenessTexts(report),
  ...(isDecided(report.verdict) || report.undefined !== null ? undefinedReportTexts(report) : []),
  ...unknownTexts(report),
]
