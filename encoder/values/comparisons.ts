/**
 * The conditions under which comparisons hold: those of branches, and those of `setp` and `set` (ISA, Comparison and
 * Selection Instructions).
 */

import type { Comparison } from '../../litmus/condition.js'
import type { SetPredicate } from '../../litmus/instructions/register-instructions.js'
import type { DataType } from '../../litmus/operand.js'
import { connected, truthOf } from './computations.js'
import { always, compare, type Expression, negation, never, type Predicate, resize } from './expression.js'
import { holdsOfFloats } from './floats.js'

/**
 * Returns when the destination gets the value for a comparison that holds, by the values of the operands and of the
 * predicate that it is combined with.
 */
export function holdsOf(
  { operator, compared: type, floating, combined }: SetPredicate,
  [left, right]: readonly [Expression, Expression],
  predicate: Expression | undefined,
): Predicate {
  const alone =
    floating !== undefined
      ? holdsOfFloats(operator, left, right, floating)
      : operator === 'num'
        ? always
        : operator === 'nan'
          ? never
          : compared(operator, [left, right], type)
  if (combined === undefined || predicate === undefined) return alone
  const truth = truthOf(predicate)
  return connected(combined.operation, alone, combined.negated ? negation(truth) : truth)
}

/** Returns whether this comparison of two values of one type holds. */
function compared(
  operator: Comparison,
  [left, right]: readonly [Expression, Expression],
  { width, signed }: DataType,
): Predicate {
  const wider = (value: Expression) => resize(value, width + 1, signed)
  return comparison(operator, () => compare('equal', left, right), {
    leftFirst: () => compare('less-signed', wider(left), wider(right)),
    rightFirst: () => compare('less-signed', wider(right), wider(left)),
  })
}

/** Returns a comparison in terms of the two basic ones. */
export const comparison = (
  operator: Comparison,
  equal: () => Predicate,
  less: { readonly leftFirst: () => Predicate; readonly rightFirst: () => Predicate },
): Predicate => {
  switch (operator) {
    case '==':
      return equal()
    case '!=':
      return negation(equal())
    case '<':
      return less.leftFirst()
    case '>=':
      return negation(less.leftFirst())
    case '>':
      return less.rightFirst()
    case '<=':
      return negation(less.rightFirst())
  }
}
