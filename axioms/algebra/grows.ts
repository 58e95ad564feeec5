/** Decides whether the relations of a model grow with program order. */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { EventSet, Model, Rel } from './terms.js'
import { partsOf, termsOf } from './traverse.js'

/**
 * Returns whether each relation on which an axiom, a role or a flag of the model depends has at least as many pairs if
 * program order has more: no requirement is negated, and nothing is taken away that may lead through other events of a thread.
 */
export const growsWithProgramOrder: (model: Model) => boolean = memoisedWeakly(({ axioms, roles, flags = [] }) => {
  const requirements = [...axioms, ...flags].flatMap((one) => one.requirements)
  if (requirements.some(({ negated }) => negated)) return false
  const defined = [...roles.values()].map((of) => ({ kind: 'empty' as const, of }))
  const terms = termsOf([{ name: '', section: '', requirements: [...requirements, ...defined] }])
  return [...terms].every(
    (term) => (term.kind !== 'difference' && term.kind !== 'set-difference') || !passesOthers(term.right),
  )
})

/**
 * Returns whether two events may be related by way of others in the order of one thread. A term without steps, such as
 * `int`, depends on nothing but the two events.
 */
const passesOthers = (term: Rel | EventSet): boolean => leadsThroughOthers(term) && dependsOnOrder(term)

const leadsThroughOthers: (term: Rel | EventSet) => boolean = memoisedWeakly(
  (term) =>
    ['sequence', 'closure', 'recursive', 'domain', 'range'].includes(term.kind) ||
    partsOf(term).some(leadsThroughOthers),
)

/** Returns whether a term depends on program order or on a dependency, which are the orders of one thread. */
const dependsOnOrder: (term: Rel | EventSet) => boolean = memoisedWeakly(
  (term) =>
    (term.kind === 'base' && ['po', 'data', 'ctrl', 'addr'].includes(term.name)) || partsOf(term).some(dependsOnOrder),
)
