/** The terms and axioms of a model, each by its definition. */

import { solved } from '../../axioms/algebra/recursion.js'
import type { Axiom, EventSet, Rel, Requirement } from '../../axioms/algebra/terms.js'
import type { BaseOver } from '../../encoder/relations/interpret.js'
import type { Logic } from '../../encoder/values/logic.js'
import { exceed } from '../../source/limited.js'
import { memoised } from '../../source/memoised.js'
import type { Members, Table, Tables } from './tables.js'

export interface Meaning<B> {
  readonly relation: (term: Rel) => Table<B>
  readonly axiom: (axiom: Axiom) => B
}

/**
 * Returns what the terms and axioms of a model mean in executions with these base sets and relations. Recursive
 * definitions that have no solution without recursion end the `limited` around it.
 */
export function meaningOf<B>(
  base: BaseOver<Members<B>, Table<B>>,
  { members, table, union, intersection, difference, sequence, inverse, closure, isEmpty, isIrreflexive }: Tables<B>,
  { and, not, all, any, ff }: Logic<B>,
): Meaning<B> {
  const within = (set: Members<B>, event: number): B => set[event] ?? ff
  const set = memoised((term: EventSet): Members<B> => {
    switch (term.kind) {
      case 'base-set':
        return base.set(term.name)
      case 'named-set':
        return set(term.body)
      case 'set-union':
        return members((event) => any(term.of.map((one) => within(set(one), event))))
      case 'set-intersection':
        return members((event) => all(term.of.map((one) => within(set(one), event))))
      case 'set-difference':
        return members((event) => and(within(set(term.left), event), not(within(set(term.right), event))))
      case 'domain':
        return members((event) => any(relation(term.of)[event] ?? []))
      case 'range':
        return members((event) => any(inverse(relation(term.of))[event] ?? []))
    }
  })
  const relation = memoised((term: Rel): Table<B> => {
    switch (term.kind) {
      case 'base':
        return base.relation(term.name)
      case 'named':
        return relation(term.body)
      case 'union':
        return union(term.of.map(relation))
      case 'intersection':
        return intersection(term.of.map(relation))
      case 'sequence':
        return term.of.map(relation).reduce(sequence)
      case 'difference':
        return difference(relation(term.left), relation(term.right))
      case 'inverse':
        return inverse(relation(term.of))
      case 'closure':
        return closure(relation(term.of))
      case 'optional':
        return union([base.relation('id'), relation(term.of)])
      case 'identity':
        return table((from, to) => (from === to ? within(set(term.of), from) : ff))
      case 'product':
        return table((from, to) => and(within(set(term.from), from), within(set(term.to), to)))
      case 'recursive': {
        const solution = solved(term.equations)?.get(term.name)
        return solution === undefined ? exceed(`${term.name} is defined by recursion`) : relation(solution)
      }
      case 'unknown':
        throw new Error(`${term.name} is not defined`)
    }
  })
  const demanded = ({ kind, of }: Requirement): B => {
    switch (kind) {
      case 'empty':
        return isEmpty(relation(of))
      case 'irreflexive':
        return isIrreflexive(relation(of))
      case 'acyclic':
        return isIrreflexive(closure(relation(of)))
    }
  }
  return {
    relation,
    axiom: ({ requirements }) => all(requirements.map((one) => (one.negated ? not(demanded(one)) : demanded(one)))),
  }
}
