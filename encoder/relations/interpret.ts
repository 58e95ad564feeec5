/** The one interpreter of models: over formulas it encodes, over booleans it evaluates. */

import { isCostly } from '../../axioms/algebra/costly.js'
import type { BaseRelation, BaseSet } from '../../axioms/algebra/names.js'
import { solved, unknownsOf } from '../../axioms/algebra/recursion.js'
import type { Axiom, Equation, EventSet, Rel, Requirement } from '../../axioms/algebra/terms.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import type { Logic } from '../values/logic.js'
import { leastFixpoint } from './fixpoint.js'
import { type Algebra, type Members, type Relation, relationAlgebra } from './relation.js'

/**
 * The sets and relations of an execution, or of all executions at once. They range over executed events only. `po` is transitive, which
 * closures rely on.
 */
export interface Base<B> extends BaseOver<Members<B>, Relation<B>> {
  readonly size: number
}

/** The same with sets and relations of any kind. */
export interface BaseOver<S, R> {
  readonly set: (name: BaseSet) => S
  readonly relation: (name: BaseRelation) => R
}

export type Interpreter<B> = InterpreterOver<Members<B>, Relation<B>, B>

export interface InterpreterOver<S, R, B> {
  readonly set: (term: EventSet) => S
  readonly relation: (term: Rel) => R
  /** Returns whether the axiom holds. */
  readonly axiom: (axiom: Axiom) => B
}

/** Returns an interpreter that evaluates each term once, however often models use it. What some relations are may be given. */
export const interpreter = <B>(
  base: Base<B>,
  logic: Logic<B>,
  given: ReadonlyMap<Rel | EventSet, Relation<B>> = new Map(),
  transitivePart?: (of: Rel) => Relation<B> | undefined,
): Interpreter<B> =>
  interpreterOver(base, relationAlgebra(base.size, logic), logic, {
    transitivePart,
    knows: (term) => given.has(term),
    relation: (term) => must(given.get(term), 'a relation that is given'),
    set: () => {
      throw new Error('no set is given')
    },
  })

/** The values of some terms that are already known. */
export interface KnownTerms<S, R> extends Pick<InterpreterOver<S, R, unknown>, 'set' | 'relation'> {
  readonly knows: (term: Rel | EventSet) => boolean
  /**
   * Returns a transitive relation that the closure of a relation contains, and without whose pairs the rest of the relation has the same closure
   * together with it; undefined if none is known.
   */
  readonly transitivePart?: ((of: Rel) => R | undefined) | undefined
}

/** Returns an interpreter by any algebra. */
export function interpreterOver<S, R, B>(
  base: BaseOver<S, R>,
  algebra: Algebra<S, R, B>,
  { all, not }: Pick<Logic<B>, 'all' | 'not'>,
  knownTerms?: KnownTerms<S, R>,
): InterpreterOver<S, R, B> {
  const { set, relation, within } = meaning(new Map(), knownTerms)

  const { isAcyclic, demandsAcyclic = isAcyclic } = algebra
  const demanded = ({ kind, of, negated }: Requirement): B => {
    // This is a switch, since brute force asks thousands of times per second.
    switch (kind) {
      case 'acyclic':
        return (negated ? isAcyclic : demandsAcyclic)(relation(of))
      case 'irreflexive':
        return algebra.isIrreflexive(of.kind === 'sequence' ? within(of, base.relation('id')) : relation(of))
      case 'empty':
        return algebra.isEmpty(relation(of))
    }
  }
  const requirement = (one: Requirement): B => (one.negated ? not(demanded(one)) : demanded(one))

  return { set, relation, axiom: ({ requirements }) => all(requirements.map(requirement)) }

  /** Returns the meaning of terms if the unknowns are these relations. */
  function meaning(
    unknowns: ReadonlyMap<string, R>,
    outside?: KnownTerms<S, R>,
  ): Pick<InterpreterOver<S, R, B>, 'set' | 'relation'> & { readonly within: (term: Rel, others: R) => R } {
    // This is a switch, since terms are visited thousands of times per second.
    const set = memoised((term: EventSet): S => {
      if (outside?.knows(term)) return outside.set(term)
      switch (term.kind) {
        case 'base-set':
          return base.set(term.name)
        case 'named-set':
          return set(term.body)
        case 'set-union':
          return joined(term.of.map(set), algebra.either, algebra.emptySet)
        case 'set-intersection':
          return term.of.map(set).reduce(algebra.both)
        case 'set-difference':
          return algebra.except(set(term.left), set(term.right))
        case 'domain':
          return algebra.domain(relation(term.of))
        case 'range':
          return algebra.domain(algebra.inverse(relation(term.of)))
      }
    })

    const relation = memoised((term: Rel): R => {
      if (outside?.knows(term)) return outside.relation(term)
      switch (term.kind) {
        case 'base':
          return base.relation(term.name)
        case 'named':
          return relation(term.body)
        case 'union':
          return joined(term.of.map(relation), algebra.union, algebra.empty)
        case 'intersection':
          return intersected(term.of)
        case 'sequence':
          return inTurn(term.of)
        case 'difference':
          return algebra.difference(relation(term.left), relation(term.right))
        case 'inverse':
          return algebra.inverse(relation(term.of))
        case 'closure':
          return closure(term.of)
        case 'optional':
          return algebra.union(base.relation('id'), relation(term.of))
        case 'identity':
          return algebra.identity(set(term.of))
        case 'product':
          return algebra.product(set(term.from), set(term.to))
        case 'recursive':
          return must(solution(term.equations).get(term.name), `an equation for ${term.name}`)
        case 'unknown':
          return must(unknowns.get(term.name), `an equation for ${term.name}`)
      }
    })

    /** Returns the steps of a sequence; undefined if one of them is empty. Those that cost most are not computed then. */
    function steps(of: readonly Rel[]): readonly R[] | undefined {
      const isEmpty = (one: Rel): boolean => algebra.size(relation(one)) === 0
      const isKnownEmpty = of.some((one) => !isCostly(one) && isEmpty(one))
      return isKnownEmpty ? undefined : of.map(relation)
    }
    function inTurn(of: readonly Rel[]): R {
      return steps(of)?.reduce(algebra.sequence) ?? algebra.empty
    }

    /** Computes a closure. Program order is transitive, and most closures run through it. */
    function closure(of: Rel): R {
      const steps = of.kind === 'union' ? of.of : [of]
      const part = knownTerms?.transitivePart?.(of)
      if (part !== undefined) return algebra.closureBeyond(part, algebra.without(relation(of), part))
      const others = steps.filter((step) => !isProgramOrder(step))
      if (others.length === steps.length) return algebra.closure(relation(of))
      return algebra.closureBeyond(base.relation('po'), joined(others.map(relation), algebra.union, algebra.empty))
    }

    /** Sequences come last, and nothing after an empty relation is computed: closures cost most. */
    function intersected(of: readonly Rel[]): R {
      const isSequence = ({ kind }: Rel): boolean => kind === 'sequence'
      const [first, ...others] = [...of.filter((one) => !isSequence(one)), ...of.filter(isSequence)]
      const start = first === undefined ? algebra.empty : relation(first)
      return others.reduce((left, right) => (algebra.size(left) === 0 ? left : within(right, left)), start)
    }

    /** Returns the pairs of a relation that are in another. Most pairs may be in neither. */
    function within(term: Rel, others: R): R {
      if (term.kind !== 'sequence' || algebra.sequenceWithin === undefined || outside?.knows(term))
        return algebra.intersection(others, relation(term))
      const inOrder = steps(term.of)
      if (inOrder === undefined) return algebra.empty
      const last = must(inOrder.at(-1), 'a step of a sequence')
      return inOrder.length === 1
        ? algebra.intersection(others, last)
        : algebra.sequenceWithin(inOrder.slice(0, -1).reduce(algebra.sequence), last, others)
    }

    const solution = memoised((equations: readonly Equation[]): ReadonlyMap<string, R> => {
      const terms = solved(equations)
      if (terms !== undefined) return new Map([...terms].map(([name, term]) => [name, relation(term)]))
      const names = new Set(equations.map(({ name }) => name))
      const dependsOnThem = (term: Rel | EventSet): boolean => [...unknownsOf(term)].some((name) => names.has(name))
      const here = { set, relation, knows: (term: Rel | EventSet) => !dependsOnThem(term) }
      return leastFixpoint(new Map(equations.map(({ name }) => [name, algebra.empty])), algebra, (values) => {
        const { relation } = meaning(new Map([...unknowns, ...values]), here)
        return new Map(equations.map(({ name, body }) => [name, relation(body)]))
      })
    })

    return { set, relation, within }
  }
}

const isProgramOrder = (term: Rel): boolean => term.kind === 'base' && term.name === 'po'

/** Returns the join of all of them; empty if there are none. */
const joined = <T>([first, ...others]: readonly T[], join: (a: T, b: T) => T, nothing: T): T =>
  first === undefined ? nothing : others.reduce(join, first)
