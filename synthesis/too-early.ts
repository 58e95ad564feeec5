/**
 * The undefined behaviour of copies, as an axiom: an access comes too early for an operation that it conflicts with (ISA, asynchronous copies).
 * `encoder/relations/reached.ts` states the same of single pairs of events, whose conflicts `encoder/events/` knows; as a relation it would cost a
 * formula for every pair. `spec/synthesis/judge.spec.ts` holds the two against each other.
 */

import { raceRelations } from '../axioms/algebra/roles.js'
import {
  type Axiom,
  axiom,
  difference,
  empty,
  intersection,
  inverse,
  type Model,
  or,
  product,
  type Rel,
  seq,
  union,
} from '../axioms/algebra/terms.js'
import { IW, id, loc, R, W } from '../axioms/algebra/vocabulary.js'

const issue: Rel = { kind: 'base', name: 'issue' }

/** Met by executions in which an access comes after what issued an operation, but not after the operation; undefined if nothing says what does. */
export function accessedTooEarly(model: Model): Axiom | undefined {
  const baseCause = raceRelations(model)?.baseCause
  if (baseCause === undefined) return undefined
  const conflicting = intersection(loc, union(product(W, or(R, W)), product(R, W)))
  // Initial writes do not come after anything that is issued, and no operation comes too early for itself.
  const later = difference(conflicting, union(id, product(or(R, W), IW)))
  const early = difference(intersection(seq(inverse(issue), baseCause), later), baseCause)
  return axiom('Too-Early', '', { ...empty(early), negated: true })
}
