/**
 * The bounds of sets and relations over all executions at once: the pairs that may hold in some execution, and those that must hold in every
 * execution in which both of their events are executed.
 */

import type { Known } from '../values/three-valued.js'
import type { BitAlgebra, BitRows, Bits } from './bits.js'
import type { Algebra } from './relation.js'

/** The pairs, or the events, that may hold, and those among them that must. */
export interface MayMust<T> {
  readonly may: T
  readonly must: T
}

export interface MayMustAlgebra extends Algebra<MayMust<Bits>, MayMust<BitRows>, Known> {
  /** Returns the pairs that two relations must relate through an event that is executed if both ends are. */
  readonly mustSequence: (a: BitRows, b: BitRows) => BitRows
  /** Pairs from each event to those that are executed whenever it is. */
  readonly implied: BitRows
}

/** Returns the operations. */
export function mayMustAlgebra(bits: BitAlgebra, implied: BitRows): MayMustAlgebra {
  const implying = bits.inverse(implied)
  const mustSequence = (a: BitRows, b: BitRows): BitRows =>
    bits.union(bits.sequence(bits.intersection(a, implied), b), bits.sequence(a, bits.intersection(b, implying)))
  const mustClosure = (a: BitRows): BitRows => {
    const further = bits.union(a, mustSequence(a, a))
    return bits.isSame(a, further) ? a : mustClosure(further)
  }
  const closure = ({ may, must }: MayMust<BitRows>): MayMust<BitRows> => ({
    may: bits.closure(may),
    must: mustClosure(must),
  })
  const union = pairwise(bits.union, bits.union)
  const truth = (holds: boolean): Known => (holds ? 'yes' : 'maybe')
  return {
    emptySet: { may: bits.emptySet, must: bits.emptySet },
    either: pairwise(bits.either, bits.either),
    both: pairwise(bits.both, bits.both),
    except: without(bits.except),
    empty: { may: bits.empty, must: bits.empty },
    union,
    intersection: pairwise(bits.intersection, bits.intersection),
    difference: without(bits.difference),
    without: (a, b) => ({ may: bits.difference(a.may, b.may), must: bits.difference(a.must, b.may) }),
    sequence: pairwise(bits.sequence, mustSequence),
    inverse: ({ may, must }) => ({ may: bits.inverse(may), must: bits.inverse(must) }),
    closure,
    closureBeyond: (transitive, others) => closure(union(transitive, others)),
    domain: ({ may, must }) => ({ may: bits.domain(may), must: bits.domain(bits.intersection(must, implied)) }),
    identity: ({ may, must }) => ({ may: bits.identity(may), must: bits.identity(must) }),
    product: (from, to) => ({ may: bits.product(from.may, to.may), must: bits.product(from.must, to.must) }),
    isEmpty: ({ may }) => truth(bits.isEmpty(may)),
    isIrreflexive: ({ may }) => truth(bits.isIrreflexive(may)),
    isAcyclic: ({ may }) => truth(bits.isAcyclic(may)),
    size: ({ may }) => bits.size(may),
    isNone: ({ may }) => bits.isNone(may),
    isSame: (a, b) => bits.isSame(a.may, b.may) && bits.isSame(a.must, b.must),
    mustSequence,
    implied,
  }
}

const pairwise =
  <T>(onMay: (a: T, b: T) => T, onMust: (a: T, b: T) => T) =>
  (a: MayMust<T>, b: MayMust<T>): MayMust<T> => ({ may: onMay(a.may, b.may), must: onMust(a.must, b.must) })

const without =
  <T>(except: (a: T, b: T) => T) =>
  (a: MayMust<T>, b: MayMust<T>): MayMust<T> => ({ may: except(a.may, b.must), must: except(a.must, b.may) })
