/** Proves an answer by the definitions of its model, where that ends. */

import { largest } from '../../source/largest.js'
import { wrongEvidence } from '../certificate.js'
import type { Certified, Unreached } from '../obligations.js'
import { type Part, partOf } from '../parts.js'
import type { SatSolver } from '../sat.js'
import { obligationsByDefinition } from './by-definition.js'

/** The result: how large the proofs are, or why there are none, or what contradicts the answer. */
export type ByDefinition =
  | { readonly kind: 'proven'; readonly parts: number; readonly clauses: number; readonly steps: number }
  /** The time or another limit was reached, or the definitions are not written for such tests. */
  | { readonly kind: 'open'; readonly reason: string }
  | { readonly kind: 'contradicted'; readonly reason: string }

/**
 * Returns whether the definitions of the model give the answer. Each part has a proof or a solution of its own, which
 * the checker accepts. Building and solving end where `given.goesOn` ends them.
 */
export function provenByDefinition(given: Certified, verdict: Unreached, solve: SatSolver): ByDefinition {
  const made = obligationsByDefinition(given, verdict)
  if ('reason' in made) return { kind: 'open', reason: made.reason }
  const parts: Part[] = []
  for (const obligation of made) {
    const part = partOf(obligation, solve, given.goesOn)
    if ('reason' in part) {
      const { about, solvable } = obligation
      return part.disagrees === true
        ? {
            kind: 'contradicted',
            reason: `by the definitions of the model, ${about} ${solvable ? 'cannot' : 'can'} happen`,
          }
        : { kind: 'open', reason: part.reason }
    }
    const wrong = wrongEvidence(part)
    if (wrong !== undefined) return { kind: 'open', reason: `${part.about}: ${wrong.wrong}` }
    parts.push(part)
  }
  return {
    kind: 'proven',
    parts: parts.length,
    clauses: largest(parts.map(({ clauses }) => clauses)),
    steps: parts.reduce((sum, { steps }) => sum + steps, 0),
  }
}
