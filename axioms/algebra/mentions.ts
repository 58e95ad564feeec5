/** Which base relations a model speaks of. */

import type { BaseRelation } from './names.js'
import type { EventSet, Model, Rel } from './terms.js'

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

function partsOf(term: Rel | EventSet): readonly (Rel | EventSet)[] {
  switch (term.kind) {
    case 'base':
    case 'base-set':
    case 'unknown':
      return []
    case 'named':
    case 'named-set':
      return [term.body]
    case 'union':
    case 'intersection':
    case 'sequence':
    case 'set-union':
    case 'set-intersection':
      return term.of
    case 'difference':
    case 'set-difference':
      return [term.left, term.right]
    case 'inverse':
    case 'closure':
    case 'optional':
    case 'identity':
    case 'domain':
    case 'range':
      return [term.of]
    case 'product':
      return [term.from, term.to]
    case 'recursive':
      return term.equations.map(({ body }) => body)
  }
}
