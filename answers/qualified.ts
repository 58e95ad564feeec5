/** The limits and assumptions on which answers rest besides the model, and which are printed with them. */

import type { QuestionReport } from '../report/check.js'
import { hasNeeds, type NeedsReport } from '../report/needs.js'

/** A limit or assumption that qualifies an answer. */
export type Qualification = 'bound' | 'lanes' | 'timeouts' | 'layouts' | 'needs' | 'deviations'

type Qualified = Pick<
  QuestionReport,
  | 'within'
  | 'endsWithin'
  | 'definedWithin'
  | 'partial'
  | 'timeouts'
  | 'layouts'
  | 'deviations'
  | 'verdict'
  | 'answer'
  | 'expected'
> &
  NeedsReport

/**
 * Returns whether an answer speaks of all executions, if it need not say that they end. An outcome that is reached, or undefined behaviour, is an
 * execution. But one that is expected to be reached is as expected only if no execution is undefined.
 */
const isAboutAll = ({ verdict, answer, expected }: Qualified): boolean =>
  answer !== 'undefined' && (verdict === 'forbidden' || (verdict === 'allowed' && expected === 'allowed'))

/**
 * Functions that say whether an answer has a qualification; `mustEnd` is true if it matters that every execution ends.
 */
const has: { readonly [Q in Qualification]: (report: Qualified, mustEnd: boolean) => boolean } = {
  bound: (report, mustEnd) =>
    report.within !== undefined ||
    (mustEnd && report.endsWithin !== undefined) ||
    (report.definedWithin !== undefined && isAboutAll(report)),
  lanes: ({ partial }) => partial !== undefined,
  timeouts: (report, mustEnd) => report.timeouts !== undefined && (mustEnd || isAboutAll(report)),
  layouts: ({ layouts }) => layouts !== undefined,
  needs: (report, mustEnd) => mustEnd && hasNeeds(report),
  deviations: ({ deviations }) => deviations !== undefined,
}

const all: readonly Qualification[] = ['bound', 'lanes', 'timeouts', 'layouts', 'needs', 'deviations']

/** Returns the qualifications of an answer. Under `--strict`, a qualified answer is not enough. */
export const qualificationsOf = (report: Qualified, mustEnd: boolean): readonly Qualification[] =>
  all.filter((one) => has[one](report, mustEnd))
