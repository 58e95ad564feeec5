/** Errors that threads pass to each other. */

import type { ErrorReport } from '../../report/parts.js'
import { type Diagnostic, formatDiagnostic, formatPlace } from '../../source/diagnostic.js'

/** An error as threads pass it on: without the text that it points into. */
export interface ReportedError extends ErrorReport {
  /** The text, with the line and the caret. */
  readonly text: string
}

export const reported = (one: Diagnostic): ReportedError => ({
  message: one.message,
  place: formatPlace(one.place),
  text: formatDiagnostic(one),
})
