/** The one interpreter of models: over formulas it encodes, over booleans it evaluates. */

import { match } from 'ts-pattern'
import type { BaseRelation, BaseSet } from '../axioms/algebra/names.js'
import { solved, unknownsOf } from '../axioms/algebra/recursion.js'
import type { Axiom, Equation, EventSet, Rel, Requirement } from '../axioms/algebra/terms.js'
import { leastFixpoint } from './fixpoint.js'
import type { Logic } from './logic.js'
import { memoised } from './memoised.js'
import { type Members, type Relation, relationAlgebra } from './relation.js'

/** The sets and relations of an execution, or of all executions at once. They range over executed events only. */
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

  /** What terms mean where the unknowns are these relations; `outside` knows the terms that do not hang on them. */
  function meaning(
    unknowns: ReadonlyMap<string, Relation<B>>,
    outside?: Pick<Interpreter<B>, 'set' | 'relation'>,
  ): Pick<Interpreter<B>, 'set' | 'relation'> {
    const hangsOnThem = (term: Rel | EventSet): boolean => [...unknownsOf(term)].some((name) => unknowns.has(name))

    const set = memoised((term: EventSet): Members<B> => {
      if (outside !== undefined && !hangsOnThem(term)) return outside.set(term)
      return match(term)
        .with({ kind: 'base-set' }, ({ name }) => base.set(name))
        .with({ kind: 'named-set' }, ({ body }) => set(body))
        .with({ kind: 'set-union' }, ({ of: [first, ...others] }) =>
          others.map(set).reduce((a, b) => pointwise(a, b, or), first === undefined ? new Map() : set(first)),
        )
        .with({ kind: 'set-intersection' }, ({ of }) => of.map(set).reduce((a, b) => pointwise(a, b, and)))
        .with({ kind: 'set-difference' }, ({ left, right }) =>
          pointwise(set(left), set(right), (a, b) => and(a, not(b))),
        )
        .with({ kind: 'domain' }, ({ of }) => algebra.domain(relation(of)))
        .with({ kind: 'range' }, ({ of }) => algebra.domain(algebra.inverse(relation(of))))
        .exhaustive()
    })

    const relation = memoised((term: Rel): Relation<B> => {
      if (outside !== undefined && !hangsOnThem(term)) return outside.relation(term)
      return match(term)
        .with({ kind: 'base' }, ({ name }) => base.relation(name))
        .with({ kind: 'named' }, ({ body }) => relation(body))
        .with({ kind: 'union' }, ({ of: [first, ...others] }) =>
          others.map(relation).reduce(algebra.union, first === undefined ? algebra.empty : relation(first)),
        )
        .with({ kind: 'intersection' }, ({ of }) => of.map(relation).reduce(algebra.intersection))
        .with({ kind: 'sequence' }, ({ of }) => of.map(relation).reduce(algebra.sequence))
        .with({ kind: 'difference' }, ({ left, right }) => algebra.difference(relation(left), relation(right)))
        .with({ kind: 'inverse' }, ({ of }) => algebra.inverse(relation(of)))
        .with({ kind: 'closure' }, ({ of }) => algebra.closure(relation(of)))
        .with({ kind: 'optional' }, ({ of }) => algebra.union(base.relation('id'), relation(of)))
        .with({ kind: 'identity' }, ({ of }) => algebra.identity(set(of)))
        .with({ kind: 'product' }, ({ from, to }) => algebra.product(set(from), set(to)))
        .with({ kind: 'recursive' }, ({ name, equations }) => solution(equations).get(name) ?? algebra.empty)
        .with({ kind: 'unknown' }, ({ name }) => unknowns.get(name) ?? algebra.empty)
        .exhaustive()
    })

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
