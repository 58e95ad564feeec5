/** The one interpreter of models: over formulas it encodes, over booleans it evaluates. */

import { match } from 'ts-pattern'
import type { BaseRelation, BaseSet } from '../../axioms/algebra/names.js'
import { solved, unknownsOf } from '../../axioms/algebra/recursion.js'
import type { Axiom, Equation, EventSet, Rel, Requirement } from '../../axioms/algebra/terms.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import type { Logic } from '../values/logic.js'
import { leastFixpoint } from './fixpoint.js'
import { type Members, type Relation, relationAlgebra } from './relation.js'

/**
 * The sets and relations of an execution, or of all executions at once. They range over executed events only. `po` is transitive, which
 * closures rely on.
 */
export interface Base<B> {
  readonly size: number
  readonly set: (name: BaseSet) => Members<B>
  readonly relation: (name: BaseRelation) => Relation<B>
}

export interface Interpreter<B> {
  readonly set: (term: EventSet) => Members<B>
  readonly relation: (term: Rel) => Relation<B>
  /** Whether the axiom holds. */
  readonly axiom: (axiom: Axiom) => B
}

/** An interpreter that evaluates each term once, however often models use it. */
export function interpreter<B>(base: Base<B>, logic: Logic<B>): Interpreter<B> {
  const algebra = relationAlgebra(base.size, logic)
  const { ff, and, or, all, not } = logic

  /** The events for which the joined memberships can hold. */
  const pointwise = (left: Members<B>, right: Members<B>, join: (a: B, b: B) => B): Members<B> => {
    const result = new Map<number, B>()
    for (const event of new Set([...left.keys(), ...right.keys()])) {
      const value = join(left.get(event) ?? ff, right.get(event) ?? ff)
      if (value !== ff) result.set(event, value)
    }
    return result
  }

  const { set, relation } = meaning(new Map())

  const demanded = ({ kind, of }: Requirement): B =>
    match(kind)
      .with('acyclic', () => algebra.isAcyclic(relation(of)))
      .with('irreflexive', () => algebra.isIrreflexive(relation(of)))
      .with('empty', () => algebra.isEmpty(relation(of)))
      .exhaustive()
  const requirement = (one: Requirement): B => (one.negated ? not(demanded(one)) : demanded(one))

  return { set, relation, axiom: ({ requirements }) => all(requirements.map(requirement)) }

  /** What terms mean where the unknowns are these relations; `outside` knows the terms that do not depend on them. */
  function meaning(
    unknowns: ReadonlyMap<string, Relation<B>>,
    outside?: Pick<Interpreter<B>, 'set' | 'relation'>,
  ): Pick<Interpreter<B>, 'set' | 'relation'> {
    const hangsOnThem = (term: Rel | EventSet): boolean => [...unknownsOf(term)].some((name) => unknowns.has(name))

    // A switch, since terms are visited thousands of times per second.
    const set = memoised((term: EventSet): Members<B> => {
      if (outside !== undefined && !hangsOnThem(term)) return outside.set(term)
      switch (term.kind) {
        case 'base-set':
          return base.set(term.name)
        case 'named-set':
          return set(term.body)
        case 'set-union':
          return joined(term.of.map(set), (a, b) => pointwise(a, b, or), new Map())
        case 'set-intersection':
          return term.of.map(set).reduce((a, b) => pointwise(a, b, and))
        case 'set-difference':
          return pointwise(set(term.left), set(term.right), (a, b) => and(a, not(b)))
        case 'domain':
          return algebra.domain(relation(term.of))
        case 'range':
          return algebra.domain(algebra.inverse(relation(term.of)))
      }
    })

    const relation = memoised((term: Rel): Relation<B> => {
      if (outside !== undefined && !hangsOnThem(term)) return outside.relation(term)
      switch (term.kind) {
        case 'base':
          return base.relation(term.name)
        case 'named':
          return relation(term.body)
        case 'union':
          return joined(term.of.map(relation), algebra.union, algebra.empty)
        case 'intersection':
          return intersected(term.of.map((one) => () => relation(one)))
        case 'sequence':
          return term.of.map(relation).reduce(algebra.sequence)
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

    /** Program order is transitive, and most closures run through it. */
    function closure(of: Rel): Relation<B> {
      const steps = of.kind === 'union' ? of.of : [of]
      const others = steps.filter((step) => !isProgramOrder(step))
      if (others.length === steps.length) return algebra.closure(relation(of))
      return algebra.closureBeyond(base.relation('po'), joined(others.map(relation), algebra.union, algebra.empty))
    }

    /** What follows an empty relation is not asked for: closures cost most. */
    function intersected([first, ...others]: readonly (() => Relation<B>)[]): Relation<B> {
      const all = first?.() ?? algebra.empty
      return others.reduce((left, right) => (isEmpty(left) ? left : algebra.intersection(left, right())), all)
    }

    const solution = memoised((equations: readonly Equation[]): ReadonlyMap<string, Relation<B>> => {
      const terms = solved(equations)
      if (terms !== undefined) return new Map([...terms].map(([name, term]) => [name, relation(term)]))
      const here = { set, relation }
      return leastFixpoint(new Map(equations.map(({ name }) => [name, algebra.empty])), (values) => {
        const { relation } = meaning(new Map([...unknowns, ...values]), here)
        return new Map(equations.map(({ name, body }) => [name, relation(body)]))
      })
    })

    return { set, relation }
  }
}

const isProgramOrder = (term: Rel): boolean => term.kind === 'base' && term.name === 'po'

/** The join of all of them; empty if there is none. */
const joined = <T>([first, ...others]: readonly T[], join: (a: T, b: T) => T, nothing: T): T =>
  first === undefined ? nothing : others.reduce(join, first)

const isEmpty = <B>(relation: Relation<B>): boolean => relation.every((row) => row.size === 0)
