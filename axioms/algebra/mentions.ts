/** Which base relations a model speaks of. */

import type { BaseRelation } from './names.js'
import type { EventSet, Model, Rel } from './terms.js'
import { partsOf } from './traverse.js'

/** Whether an axiom of the model goes by the relation. */
export function mentions({ axioms }: Model, name: BaseRelation): boolean {
  // A term may be part of many others, and is looked at once.
  const known = new Set<Rel | EventSet>()
  const open: (Rel | EventSet)[] = axioms.flatMap(({ requirements }) => requirements.map(({ of }) => of))
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (known.has(term)) continue
    known.add(term)
    if (term.kind === 'base' && term.name === name) return true
    open.push(...partsOf(term))
  }
  return false
}
