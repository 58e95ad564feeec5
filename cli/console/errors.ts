/** The errors of a run: reported as they come, and kept. */

import type { ErrorReport } from '../../report/parts.js'
import {
  type Diagnostic,
  diagnostic,
  firstErrors,
  formatDiagnostic,
  formatPlace,
  formatRemark,
} from '../../source/diagnostic.js'
import type { Result } from '../../source/result.js'
import type { Output } from './output.js'

export interface Errors {
  readonly all: readonly Diagnostic[]
  readonly report: (diagnostics: readonly Diagnostic[]) => void
  /**
   * Prints what authors may have overlooked, as notes. They are not errors: they change neither answers nor the exit
   * status.
   */
  readonly remark: (remarks: readonly Diagnostic[]) => void
  /** Returns the value, or reports why there is none and returns undefined. */
  readonly valueOf: <T>(result: Result<T>) => T | undefined
  /** Returns the errors so far, as documents have them. */
  readonly reports: () => ErrorReport[]
}

/** Creates a record of errors, empty at first, that prints each to `err`. */
export function errorsTo({ err }: Pick<Output, 'err'>): Errors {
  const all: Diagnostic[] = []
  const report = (diagnostics: readonly Diagnostic[]): void => {
    for (const one of diagnostics) {
      all.push(one)
      err(formatDiagnostic(one))
    }
  }
  return {
    all,
    report,
    remark: (remarks) => {
      for (const one of firstErrors(remarks)) err(formatRemark(one))
    },
    valueOf: (result) => {
      if (result.ok) return result.value
      report(result.diagnostics)
      return undefined
    },
    reports: () => all.map(({ message, place }) => ({ message, place: formatPlace(place) })),
  }
}

/** Returns a bug in this program, as a user sees it. */
export const internalError = (error: unknown, place: string): Diagnostic =>
  diagnostic(`internal error, please report it: ${messageOf(error)}`, place)

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
