/** Decides which predicates may hold at all, judging by the values that expressions may have. */

import { memoised } from '../../../source/memoised.js'
import { compareBits } from '../../values/arithmetic.js'
import type { Expression, Predicate } from '../../values/expression.js'
import type { Possible } from './places.js'

/**
 * Returns whether a predicate may hold, given the values that expressions may have. Each comparison is judged by
 * itself.
 */
export function feasibility(possible: (expression: Expression) => Possible): (predicate: Predicate) => boolean {
  const may = (is: boolean) => (predicate: Predicate) => (is ? mayHold : mayFail)(predicate)
  const compares = (is: boolean, { relation, left, right }: Extract<Predicate, { kind: 'compare' }>): boolean => {
    const [some, others] = [possible(left), possible(right)]
    if (some === 'any' || others === 'any') return true
    return [...some].some((one) => [...others].some((other) => compareBits(relation, one, other, left.width) === is))
  }
  const judged =
    (is: boolean) =>
    (predicate: Predicate): boolean => {
      switch (predicate.kind) {
        case 'true':
          return is
        case 'false':
          return !is
        case 'passes':
          return true
        case 'compare':
          return compares(is, predicate)
        case 'not':
          return may(!is)(predicate.of)
        case 'and':
          return is ? predicate.of.every(may(is)) : predicate.of.some(may(is))
        case 'or':
          return is ? predicate.of.some(may(is)) : predicate.of.every(may(is))
      }
    }
  const mayHold = memoised(judged(true))
  const mayFail = memoised(judged(false))
  return mayHold
}
