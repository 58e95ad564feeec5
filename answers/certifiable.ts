/** Which answers certificates are for. */

import type { QuestionReport } from '../report/check.js'

/** Returns whether an answer rests on all executions, and is decided: an execution is its own certificate. */
export const isCertifiable = ({ verdict, undefined: reached }: QuestionReport): boolean =>
  verdict === 'forbidden' && reached !== null && reached.length === 0
