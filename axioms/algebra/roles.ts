/** The relations of a model by which data races are defined (ISA 8.7.1). */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { mentions } from './mentions.js'
import type { Role } from './reading.js'
import type { EventSet, Model, Rel } from './terms.js'
import { partsOf } from './traverse.js'

/** Moral strength and causality order; base causality, if the model has it. */
export interface RaceRelations {
  readonly ms: Rel
  readonly cause: Rel
  readonly baseCause: Rel | undefined
  /** Whether scopes count an asynchronous operation on shared memory as in the CTA that owns it. */
  readonly countsAtOwner: boolean
}

/** The relations that define races; undefined if the model lacks one of the two that are needed. */
export const raceRelations: (model: Model) => RaceRelations | undefined = memoisedWeakly((model) => {
  const { axioms } = model
  const relations = new Map<Role, Rel>()
  const seen = new Set<Rel | EventSet>()
  const visit = (term: Rel | EventSet): void => {
    if (seen.has(term)) return
    seen.add(term)
    if (term.kind === 'named' && term.reading?.role !== undefined && !relations.has(term.reading.role))
      relations.set(term.reading.role, term)
    for (const part of partsOf(term)) visit(part)
  }
  for (const { requirements } of axioms) for (const { of } of requirements) visit(of)
  const [ms, cause] = [relations.get('moral strength'), relations.get('causality order')]
  if (ms === undefined || cause === undefined) return undefined
  return { ms, cause, baseCause: relations.get('base causality'), countsAtOwner: mentions(model, 'sr_memory') }
})
