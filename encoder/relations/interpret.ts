/** The one interpreter of models: over formulas it encodes, over booleans it evaluates. */

import { isCostly } from '../../axioms/algebra/costly.js'
import type { BaseRelation, BaseSet } from '../../axioms/algebra/names.js'
import { solved, unknownsOf } from '../../axioms/algebra/recursion.js'
import type { Axiom, Equation, EventSet, Rel, Requirement } from '../../axioms/algebra/terms.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import type { Logic } from '../values/logic.js'
import { leastFixpoint } from './fixpoint.js'
import { type Algebra, type Members, type Relation, relationAlgebra, type Within } from './relation.js'

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
  /** The relations that may be large, whose pairs can be looked up. */
  readonly lookup?: (name: BaseRelation) => Lookup<R> | undefined
}

/** A relation whose pairs can be looked up without a list of all of them. */
export interface Lookup<R> {
  /** The number of its pairs, if all events are executed. */
  readonly size: number
  /** Returns its pairs that are also in another relation. */
  readonly within: (others: R) => R
}

export interface Interpreter<B> extends InterpreterOver<Members<B>, Relation<B>, B> {
  /** Returns whether a term relates one event to another. */
  readonly pair: (term: Rel, from: number, to: number) => B
}

export interface InterpreterOver<S, R, B> {
  readonly set: (term: EventSet) => S
  readonly relation: (term: Rel) => R
  /** Returns the pairs of a term that are also in a relation. Those of large terms are looked up. */
  readonly among: (term: Rel, others: R) => R
  /** Returns whether the axiom holds. */
  readonly axiom: (axiom: Axiom) => B
}

/** Returns an interpreter that evaluates each term once, however often models use it. What some relations are may be given. */
export const interpreter = <B>(
  base: Base<B>,
  logic: Logic<B>,
  given: ReadonlyMap<Rel | EventSet, Relation<B>> = new Map(),
  transitivePart?: (of: Rel) => Relation<B> | undefined,
  most = mostListed,
): Interpreter<B> => {
  const algebra = relationAlgebra(base.size, logic)
  const known = {
    transitivePart,
    knows: (term: Rel | EventSet) => given.has(term),
    relation: (term: Rel) => must(given.get(term), 'a relation that is given'),
    set: () => {
      throw new Error('no set is given')
    },
  }
  const over = interpreterOver(base, algebra, logic, known, most)
  const pair = (term: Rel, from: number, to: number): B =>
    over.among(term, algebra.fromPairs([[from, to, logic.tt]]))[from]?.get(to) ?? logic.ff
  return { ...over, pair }
}

/** The values of some terms that are already known. */
export interface KnownTerms<S, R> extends Pick<InterpreterOver<S, R, unknown>, 'set' | 'relation'> {
  readonly knows: (term: Rel | EventSet) => boolean
  /**
   * Returns a transitive relation that the closure of a relation contains, and without whose pairs the rest of the relation has the same closure
   * together with it; undefined if none is known.
   */
  readonly transitivePart?: ((of: Rel) => R | undefined) | undefined
}

/** The pairs beyond which those of a relation are not listed if only some of them matter. */
export const mostListed = 100_000

/**
 * Returns an interpreter by any algebra. Of relations with more pairs than `most`, only those that matter are computed,
 * where the algebra can do so.
 */
export function interpreterOver<S, R, B>(
  base: BaseOver<S, R>,
  algebra: Algebra<S, R, B>,
  { all, not }: Pick<Logic<B>, 'all' | 'not'>,
  knownTerms?: KnownTerms<S, R>,
  most = mostListed,
): InterpreterOver<S, R, B> {
  const { set, relation, within, among } = meaning(new Map(), knownTerms)

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

  return { set, relation, among, axiom: ({ requirements }) => all(requirements.map(requirement)) }

  /** Returns the meaning of terms if the unknowns are these relations. */
  function meaning(
    unknowns: ReadonlyMap<string, R>,
    outside?: KnownTerms<S, R>,
  ): Omit<InterpreterOver<S, R, B>, 'axiom'> & { readonly within: (term: Rel, others: R) => R } {
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
          return lessThan(relation(term.left), term.right)
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
      const isEmpty = (one: Rel): boolean => algebra.isNone(relation(one))
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

    /** Returns about how many pairs a term has that are looked up if they are many; 0 for other terms. */
    const extent = memoised((term: Rel): number => {
      if (algebra.within === undefined || outside?.knows(term) || isCostly(term)) return 0
      switch (term.kind) {
        case 'base':
          return base.lookup?.(term.name)?.size ?? 0
        case 'product':
          return algebra.within.size(set(term.from), set(term.to))
        case 'named':
          return extent(term.body)
        case 'union':
          return term.of.reduce((sum, one) => sum + extent(one), 0)
        case 'intersection':
          return term.of.reduce((least, one) => Math.min(least, extent(one)), Number.POSITIVE_INFINITY)
        case 'difference':
          return extent(term.left)
        case 'inverse':
        case 'optional':
          return extent(term.of)
        case 'sequence':
        case 'closure':
        case 'identity':
        case 'recursive':
        case 'unknown':
          return 0
      }
    })
    const isLarge = (term: Rel): boolean => extent(term) > most

    /**
     * Sequences come last, and nothing after an empty relation is computed: closures cost most. Of large relations, only
     * the pairs of the others are looked up.
     */
    function intersected(of: readonly Rel[]): R {
      const [first, ...others] = inOrder(of)
      const start = first === undefined ? algebra.empty : relation(first)
      return others.reduce((left, right) => (algebra.isNone(left) ? left : within(right, left)), start)
    }
    function inOrder(of: readonly Rel[]): readonly Rel[] {
      const isSequence = ({ kind }: Rel): boolean => kind === 'sequence'
      const listed = of.filter((one) => !isSequence(one) && !isLarge(one))
      const large = of.filter(isLarge).toSorted((a, b) => extent(a) - extent(b))
      const sequences = of.filter(isSequence)
      return listed.length > 0 || sequences.some(isCostly)
        ? [...listed, ...large, ...sequences]
        : [...sequences, ...large]
    }

    /** Returns the pairs of a relation that are not in another. */
    function lessThan(left: R, right: Rel): R {
      return algebra.difference(
        left,
        algebra.within !== undefined && isLarge(right) ? within(right, algebra.within.support(left)) : relation(right),
      )
    }

    /** Returns the pairs of a relation that are in another. Most pairs may be in neither. */
    function within(term: Rel, others: R): R {
      if (algebra.within === undefined || outside?.knows(term) || term.kind !== 'sequence') return among(term, others)
      const inOrder = steps(term.of)
      if (inOrder === undefined) return algebra.empty
      const last = must(inOrder.at(-1), 'a step of a sequence')
      return inOrder.length === 1
        ? algebra.intersection(others, last)
        : algebra.within.sequence(inOrder.slice(0, -1).reduce(algebra.sequence), last, others)
    }
    const among = (term: Rel, others: R): R =>
      algebra.within !== undefined && isLarge(term)
        ? lookedUp(term, others, algebra.within)
        : algebra.intersection(others, relation(term))
    function lookedUp(term: Rel, others: R, { product }: Within<S, R>): R {
      switch (term.kind) {
        case 'base':
          return must(base.lookup?.(term.name), 'a relation that is looked up').within(others)
        case 'product':
          return product(set(term.from), set(term.to), others)
        case 'named':
          return within(term.body, others)
        case 'union':
          return joined(
            term.of.map((one) => within(one, others)),
            algebra.union,
            algebra.empty,
          )
        case 'intersection':
          return inOrder(term.of).reduce((left, one) => within(one, left), others)
        case 'difference':
          return lessThan(within(term.left, others), term.right)
        case 'inverse':
          return algebra.inverse(within(term.of, algebra.inverse(others)))
        case 'optional':
          return algebra.union(algebra.intersection(others, base.relation('id')), within(term.of, others))
        case 'sequence':
        case 'closure':
        case 'identity':
        case 'recursive':
        case 'unknown':
          return algebra.intersection(others, relation(term))
      }
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

    return { set, relation, within, among }
  }
}

const isProgramOrder = (term: Rel): boolean => term.kind === 'base' && term.name === 'po'

/** Returns the join of all of them; empty if there are none. */
const joined = <T>([first, ...others]: readonly T[], join: (a: T, b: T) => T, nothing: T): T =>
  first === undefined ? nothing : others.reduce(join, first)
