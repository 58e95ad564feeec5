/** Measures how deeply values are nested. */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { Expression, Predicate } from './expression.js'

/** Returns the length of the longest chain of operations in the computation of a value. */
export const depthOf: (one: Expression | Predicate) => number = memoisedWeakly((one) =>
  partsOf(one).reduce((most, part) => Math.max(most, 1 + depthOf(part)), 0),
)

/** Returns the values from which it is directly computed. */
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
