/** Compares terms by structure. A model that comes from another thread is a copy, whose terms are other objects. */

import type { EventSet, Rel } from './terms.js'
import { partsOf } from './traverse.js'

/** Returns whether two terms are built alike; a definition counts as what it defines. */
export function isSame(one: Rel | EventSet, other: Rel | EventSet): boolean {
  const [a, b] = [defined(one), defined(other)]
  if (a === b) return true
  if (a.kind !== b.kind || nameOf(a) !== nameOf(b)) return false
  const [parts, others] = [partsOf(a), partsOf(b)]
  return parts.length === others.length && parts.every((part, i) => isSame(part, others[i] ?? b))
}

const defined = (term: Rel | EventSet): Rel | EventSet =>
  term.kind === 'named' || term.kind === 'named-set' ? defined(term.body) : term

const nameOf = (term: Rel | EventSet): string | undefined => ('name' in term ? term.name : undefined)
