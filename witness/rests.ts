/** What answers rest on besides the model, a line each, as every command that answers shows it. */

import type { RestsReport } from '../report/parts.js'
import { assumptionTexts } from './assumptions.js'
import { deviationTexts } from './deviations.js'
import { layoutTexts } from './layouts.js'
import { partialTexts } from './partial.js'

/** Returns a line for each launch with lanes left out, the time-outs, the memory layouts, each deviation and each assumption. */
export const restTexts = (report: RestsReport): readonly string[] => [
  ...partialTexts(report),
  ...layoutTexts(report),
  ...deviationTexts(report),
  ...assumptionTexts(report),
]
