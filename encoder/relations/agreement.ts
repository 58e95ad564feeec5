/**
 * Compares what two models say of one program. Models that differ in few definitions often mean the same: where no
 * fence of the kind is executed, or all threads are in one CTA, no execution tells them apart.
 */

import { isCostly } from '../../axioms/algebra/costly.js'
import { unknownsOf } from '../../axioms/algebra/recursion.js'
import type { EventSet, Model, Rel, Requirement } from '../../axioms/algebra/terms.js'
import { partsOf } from '../../axioms/algebra/traverse.js'
import type { EventGraph } from '../events/graph/event.js'
import { upperBounds } from './bounds.js'
import { type TermBounds, termBounds } from './deduced.js'

type Term = Rel | EventSet

/**
 * Returns whether every axiom and every role of one model is the same relation as that of the other in all executions
 * of a program, as far as this follows from the text alone. No access may overlap another partially.
 */
export function agreeOn(graph: EventGraph, one: Model, other: Model): boolean {
  const isSame = sameTerms(termBounds(graph, upperBounds(graph)))
  const requirementsOf = ({ axioms }: Model): readonly Requirement[] =>
    axioms.flatMap(({ requirements }) => requirements)
  const roles = [...one.roles]
  return (
    pairwise(
      requirementsOf(one),
      requirementsOf(other),
      (a, b) => a.kind === b.kind && a.negated === b.negated && isSame(a.of, b.of),
    ) && pairwise(roles, [...other.roles], ([role, a], [same, b]) => role === same && isSame(a, b))
  )
}

/**
 * Returns a comparison of terms. Two are the same if they are built alike from the same parts, if both are empty, or if
 * both are fixed before any choice is made, and have the same members.
 */
function sameTerms({ bits, set, relation }: TermBounds): (one: Term, other: Term) => boolean {
  const isEmpty = (term: Term): boolean => {
    switch (term.kind) {
      case 'named':
      case 'named-set':
        return isEmpty(term.body)
      case 'union':
      case 'set-union':
        return term.of.every(isEmpty)
      case 'intersection':
      case 'set-intersection':
      case 'sequence':
        return term.of.some(isEmpty)
      case 'difference':
      case 'set-difference':
        return isEmpty(term.left)
      case 'product':
        return isEmpty(term.from) || isEmpty(term.to)
      case 'inverse':
      case 'closure':
      case 'identity':
      case 'domain':
      case 'range':
        return isEmpty(term.of)
      case 'base':
        return bits.isEmpty(relation(term).may)
      case 'base-set':
        return set(term).may.every((word) => word === 0)
      case 'optional':
      case 'recursive':
      case 'unknown':
        return false
    }
  }

  const occupied = <T extends Term>(of: readonly T[]): readonly T[] => of.filter((part) => !isEmpty(part))
  /** Returns the one operand that is not empty; undefined if there are none or several. */
  const alone = (of: readonly Term[]): Term | undefined => {
    const [only, ...others] = occupied(of)
    return only === undefined || others.length > 0 ? undefined : reduced(only)
  }
  /** Returns a term without names around it, and without the empty operands of unions. */
  const reduced = (term: Term): Term => {
    switch (term.kind) {
      case 'named':
      case 'named-set':
        return reduced(term.body)
      case 'union':
        return alone(term.of) ?? { ...term, of: occupied(term.of) }
      case 'set-union':
        return alone(term.of) ?? { ...term, of: occupied(term.of) }
      default:
        return term
    }
  }

  /** Returns the members of a term if it has the same ones in all executions, among the events executed. */
  const members = (term: Term): readonly number[] | undefined => {
    if (isCostly(term) || unknownsOf(term).size > 0) return undefined
    const { may, must } = isSet(term) ? set(term) : relation(term)
    return may.every((word, i) => word === must[i]) ? [...may] : undefined
  }
  const haveSameMembers = (one: Term, other: Term): boolean => {
    if (isSet(one) !== isSet(other)) return false
    const [here, there] = [members(one), members(other)]
    return here !== undefined && there !== undefined && here.every((word, i) => word === there[i])
  }

  const known = new Map<Term, Map<Term, boolean>>()
  const isSame = (one: Term, other: Term): boolean => {
    if (one === other) return true
    const before = known.get(one)?.get(other)
    if (before !== undefined) return before
    const [a, b] = [reduced(one), reduced(other)]
    const same =
      (isEmpty(a) && isEmpty(b)) ||
      (a.kind === b.kind &&
        pairwise(namesOf(a), namesOf(b), (x, y) => x === y) &&
        pairwise(partsOf(a), partsOf(b), isSame)) ||
      haveSameMembers(a, b)
    known.set(one, (known.get(one) ?? new Map<Term, boolean>()).set(other, same))
    return same
  }
  return isSame
}

const isSet = (term: Term): term is EventSet =>
  term.kind === 'base-set' ||
  term.kind === 'named-set' ||
  term.kind === 'set-union' ||
  term.kind === 'set-intersection' ||
  term.kind === 'set-difference' ||
  term.kind === 'domain' ||
  term.kind === 'range'

/** Returns the name of a base relation, a base set or an unknown, and those of equations. */
const namesOf = (term: Term): readonly string[] => [
  ...('name' in term ? [term.name] : []),
  ...('equations' in term ? term.equations.map(({ name }) => name) : []),
]

const pairwise = <T>(some: readonly T[], others: readonly T[], isSame: (one: T, other: T) => boolean): boolean =>
  some.length === others.length && some.every((one, i) => others.slice(i, i + 1).every((other) => isSame(one, other)))
