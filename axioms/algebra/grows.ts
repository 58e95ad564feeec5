/** Decides whether the relations of a model grow with its base relations. */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { BaseRelation } from './names.js'
import type { EventSet, Model, Rel } from './terms.js'
import { partsOf, termsOf } from './traverse.js'

/**
 * Returns whether each relation on which an axiom, a role or a flag of the model depends has at least as many pairs if
 * there are more events: no requirement is negated, and nothing is taken away that may lead through others.
 */
export const growsWithEvents: (model: Model) => boolean = memoisedWeakly((model) => grows(model, kept))

/** Returns whether they do if there are more pairs of coherence and of Fence-SC order, too. */
export const growsWithOrders: (model: Model) => boolean = memoisedWeakly((model) =>
  grows(
    model,
    kept.filter((name) => name !== 'co' && name !== 'sync_fence'),
  ),
)

function grows({ axioms, roles, flags = [] }: Model, kept: readonly BaseRelation[]): boolean {
  const requirements = [...axioms, ...flags].flatMap((one) => one.requirements)
  if (requirements.some(({ negated }) => negated)) return false
  const defined = [...roles.values()].map((of) => ({ kind: 'empty' as const, of }))
  const terms = termsOf([{ name: '', section: '', requirements: [...requirements, ...defined] }])
  return [...terms].every(
    (term) => (term.kind !== 'difference' && term.kind !== 'set-difference') || !passesOthers(term.right, kept),
  )
}

/**
 * Returns whether two events may be related by way of others. A term without steps, such as `int`, depends on nothing
 * but the two events; steps of these relations lead only to events that are never left out.
 */
const passesOthers = (term: Rel | EventSet, kept: readonly BaseRelation[]): boolean =>
  leadsThroughOthers(term) && !isAmong(term, kept)

const leadsThroughOthers: (term: Rel | EventSet) => boolean = memoisedWeakly(
  (term) =>
    ['sequence', 'closure', 'recursive', 'domain', 'range'].includes(term.kind) ||
    partsOf(term).some(leadsThroughOthers),
)

const kept: readonly BaseRelation[] = ['co', 'rmw', 'sync_fence', 'issue', 'completed', 'async_order', 'one_operation']

const isAmong = (term: Rel | EventSet, kept: readonly BaseRelation[]): boolean =>
  term.kind === 'base' ? kept.includes(term.name) : partsOf(term).every((part) => isAmong(part, kept))
