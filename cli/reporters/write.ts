/** Writes reports to the files or streams that the user chose. */

import type { Diagnostic } from '../../source/diagnostic.js'
import { ok } from '../../source/result.js'
import type { Output } from '../console/output.js'
import { unlessInput, writeTo } from '../input/outputs.js'
import type { Reported } from './case.js'
import type { Reporter } from './names.js'
import { reportAs } from './reporters.js'

/** The reports to write, and whether they may replace inputs. */
export interface Reports {
  readonly reporter: readonly Reporter[]
  readonly force: boolean
}

/**
 * Returns what is wrong with the files of reports, before any test is decided. An existing input is an error without
 * `force`.
 */
export const refusedReports = ({ reporter, force }: Reports): readonly Diagnostic[] =>
  reporter.flatMap(({ file }) => {
    const writable = file === undefined ? ok(undefined) : unlessInput(file, force)
    return writable.ok ? [] : writable.diagnostics
  })

/** Writes each report to its file, or prints it. Fails with the system's errors. */
export const writeReports = (
  { reporter: reporters, force }: Reports,
  report: Reported,
  { out }: Pick<Output, 'out'>,
): readonly Diagnostic[] =>
  reporters.flatMap(({ name, file }) => {
    const text = reportAs(name, report)
    if (file === undefined) {
      if (text !== '') out(text)
      return []
    }
    const written = writeTo(file, text === '' ? '' : `${text}\n`, force)
    return written.ok ? [] : written.diagnostics
  })
