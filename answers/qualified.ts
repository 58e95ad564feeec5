/** The limits and assumptions on which answers rest besides the model, and which are printed with them. */

import type { QuestionReport } from '../report/check.js'
import { type NeedsReport, needsText } from '../report/needs.js'

/** A limit or assumption that qualifies an answer. */
export type Qualification = 'bound' | 'lanes' | 'timeouts' | 'layouts' | 'needs' | 'deviations'

type Qualified = Pick<QuestionReport, 'within' | 'endsWithin' | 'partial' | 'timeouts' | 'layouts' | 'deviations'> &
  NeedsReport

/**
 * Functions that say whether an answer has a qualification; `mustEnd` is true if it matters that every execution ends.
 */
const has: { readonly [Q in Qualification]: (report: Qualified, mustEnd: boolean) => boolean } = {
  bound: ({ within, endsWithin }, mustEnd) => within !== undefined || (mustEnd && endsWithin !== undefined),
  lanes: ({ partial }) => partial !== undefined,
  timeouts: ({ timeouts }) => timeouts !== undefined,
  layouts: ({ layouts }) => layouts !== undefined,
  needs: (report, mustEnd) => mustEnd && needsText(report) !== undefined,
  deviations: ({ deviations }) => deviations !== undefined,
}

const all: readonly Qualification[] = ['bound', 'lanes', 'timeouts', 'layouts', 'needs', 'deviations']

/** Returns the qualifications of an answer. Under `--strict`, a qualified answer is not enough. */
export const qualificationsOf = (report: Qualified, mustEnd: boolean): readonly Qualification[] =>
  all.filter((one) => has[one](report, mustEnd))
