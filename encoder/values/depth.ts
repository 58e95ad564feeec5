/** How deeply values are nested. */

import type { Expression, Predicate } from './expression.js'

const known = new WeakMap<Expression | Predicate, number>()

/** How many operations follow each other in the computation of a value, at most. */
export function depthOf(one: Expression | Predicate): number {
  const depth = known.get(one) ?? deepest(partsOf(one))
  known.set(one, depth)
  return depth
}

const deepest = (parts: readonly (Expression | Predicate)[]): number =>
  parts.reduce((most, part) => Math.max(most, 1 + depthOf(part)), 0)

/** What it is computed from, directly. */
export function partsOf(one: Expression | Predicate): readonly (Expression | Predicate)[] {
  switch (one.kind) {
    case 'operation':
    case 'compare':
      return [one.left, one.right]
    case 'choice':
      return [one.when, one.then, one.otherwise]
    case 'resize':
      return [one.of]
    case 'not':
      return [one.of]
    case 'and':
    case 'or':
      return one.of
    case 'constant':
    case 'read':
    case 'unknown':
    case 'true':
    case 'false':
    case 'passes':
      return []
  }
}
