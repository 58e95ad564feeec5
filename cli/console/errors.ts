/** The errors of a run: told as they come, and kept. */

import { type Diagnostic, formatDiagnostic } from '../../source/diagnostic.js'
import type { Output } from './output.js'

export interface Errors {
  readonly all: readonly Diagnostic[]
  readonly tell: (diagnostics: readonly Diagnostic[]) => void
}

/** None yet. */
export function tellErrors({ err }: Pick<Output, 'err'>): Errors {
  const all: Diagnostic[] = []
  return {
    all,
    tell: (diagnostics) => {
      all.push(...diagnostics)
      for (const one of diagnostics) err(formatDiagnostic(one))
    },
  }
}
