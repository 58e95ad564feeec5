/**
 * The undefined behaviour of copies, as an axiom: an access comes too early for an operation that it conflicts with
 * (ISA, asynchronous copies). `encoder/relations/reached.ts` states the same for single pairs of events, whose
 * conflicts `encoder/events/` knows; as a relation it would cost a formula for every pair.
 * `spec/synthesis/judge.spec.ts` compares the two.
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
  seq,
  union,
} from '../axioms/algebra/terms.js'
import { ASYNC, complete, IW, id, issue, loc, R, W } from '../axioms/algebra/vocabulary.js'

/**
 * Returns an axiom that holds in executions where an access comes after what issued an operation of a copy, but not
 * after the operation itself, or where an access of a part of a relaxed copy races with that copy (8.7.2). Undefined if
 * the model does not define what comes after what.
 */
export function accessedTooEarly(model: Model): Axiom | undefined {
  const { baseCause, cause } = raceRelations(model) ?? {}
  if (baseCause === undefined || cause === undefined) return undefined
  const conflicting = intersection(loc, union(product(W, or(R, W)), product(R, W)))
  // Initial writes do not come after anything that was issued, and no operation comes too early for itself.
  const later = difference(conflicting, union(id, product(or(R, W), IW)))
  const early = difference(intersection(seq(inverse(issue), baseCause), product(ASYNC, or(R, W)), later), baseCause)
  const accesses = difference(later, product(IW, or(R, W)))
  const races = difference(accesses, union(complete, cause, inverse(cause)))
  return axiom('Too-Early', '', { ...empty(union(early, races)), negated: true })
}
