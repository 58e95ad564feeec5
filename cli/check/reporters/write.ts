/** Reports go where the user wants them. */

import type { Demands } from '../../../answers/standing.js'
import type { CheckReport } from '../../../report/check.js'
import type { Diagnostic } from '../../../source/diagnostic.js'
import type { Output } from '../../console/output.js'
import { writeTo } from '../../input/files.js'
import type { Reporter } from './names.js'
import { reportAs } from './reporters.js'

/** Writes each report to its file, or prints it. Errors: those of the system. */
export const writeReports = (
  reporters: readonly Reporter[],
  report: CheckReport,
  demands: Demands,
  { out }: Pick<Output, 'out'>,
): readonly Diagnostic[] =>
  reporters.flatMap(({ name, file }) => {
    const text = reportAs(name, report, demands)
    if (file === undefined) {
      if (text !== '') out(text)
      return []
    }
    const written = writeTo(file, text === '' ? '' : `${text}\n`)
    return written.ok ? [] : written.diagnostics
  })
