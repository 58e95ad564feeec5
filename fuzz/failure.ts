/** What a search found. */

import type fc from 'fast-check'
import { must } from '../source/must.js'

export interface Failure {
  /** The smallest text found on which the property fails; none, if too few could be drawn. */
  readonly text: string
  readonly reason: string
}

/** Why a search failed: a text and what is thrown on it, or that it skipped too many. `undefined` if it did not. */
export function failureOf<T extends string | { readonly text: string }>(
  outcome: fc.RunDetails<[T]>,
): Failure | undefined {
  if (!outcome.failed) return undefined
  if (outcome.counterexample === null) return { text: '', reason: 'too many programs were skipped' }
  const [drawn] = outcome.counterexample
  const text = typeof drawn === 'string' ? drawn : drawn.text
  return { text, reason: String(must(outcome.errorInstance ?? undefined, 'an error for a counterexample')) }
}
