/** Traverses the parts of terms. */

import type { Axiom, EventSet, Rel } from './terms.js'

/** Returns the direct parts of a term, in the order written. */
export function partsOf(term: Rel | EventSet): readonly (Rel | EventSet)[] {
  switch (term.kind) {
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
    case 'product':
      return [term.from, term.to]
    case 'inverse':
    case 'closure':
    case 'optional':
    case 'identity':
    case 'domain':
    case 'range':
      return [term.of]
    case 'recursive':
      return term.equations.map(({ body }) => body)
    case 'base':
    case 'base-set':
    case 'unknown':
      return []
  }
}

/** Returns the terms on which axioms depend, each once: a term may be part of many others. */
export function termsOf(axioms: readonly Axiom[]): ReadonlySet<Rel | EventSet> {
  const terms = new Set<Rel | EventSet>()
  const open: (Rel | EventSet)[] = axioms.flatMap(({ requirements }) => requirements.map(({ of }) => of))
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (terms.has(term)) continue
    terms.add(term)
    for (const part of partsOf(term)) open.push(part)
  }
  return terms
}

/** The functions that change the parts of a term, by their sort. */
export interface Change {
  readonly relation: (part: Rel) => Rel
  readonly set: (part: EventSet) => EventSet
}

/**
 * Returns the relation with its parts changed. It is the same object if no part changes, since interpreters know terms
 * by identity.
 */
export function changeParts(term: Rel, change: Change): Rel {
  return unchangedOr(term, rebuilt(term, change))
}

/** Changes the parts of a set as `changeParts` does those of a relation. */
export function changePartsOfSet(term: EventSet, change: Change): EventSet {
  return unchangedOr(term, rebuiltSet(term, change))
}

function unchangedOr<T extends Rel | EventSet>(term: T, changed: T): T {
  const parts = partsOf(changed)
  return partsOf(term).every((part, i) => part === parts[i]) ? term : changed
}

function rebuilt(term: Rel, { relation, set }: Change): Rel {
  switch (term.kind) {
    case 'named':
      return { ...term, body: relation(term.body) }
    case 'union':
    case 'intersection':
    case 'sequence':
      return { ...term, of: term.of.map(relation) }
    case 'difference':
      return { ...term, left: relation(term.left), right: relation(term.right) }
    case 'inverse':
    case 'closure':
    case 'optional':
      return { ...term, of: relation(term.of) }
    case 'identity':
      return { ...term, of: set(term.of) }
    case 'product':
      return { ...term, from: set(term.from), to: set(term.to) }
    case 'recursive':
      return { ...term, equations: term.equations.map((one) => ({ ...one, body: relation(one.body) })) }
    case 'base':
    case 'unknown':
      return term
  }
}

function rebuiltSet(term: EventSet, { relation, set }: Change): EventSet {
  switch (term.kind) {
    case 'named-set':
      return { ...term, body: set(term.body) }
    case 'set-union':
    case 'set-intersection':
      return { ...term, of: term.of.map(set) }
    case 'set-difference':
      return { ...term, left: set(term.left), right: set(term.right) }
    case 'domain':
    case 'range':
      return { ...term, of: relation(term.of) }
    case 'base-set':
      return term
  }
}
