/**
 * Floating-point values as bits (IEEE 754): a sign, an exponent, a fraction. They compare by their bits, without any
 * arithmetic.
 */

import type { FloatFormat, Floating, SetPredicate } from '../../litmus/instructions/register-instructions.js'
import { both, like, negative } from './bits.js'
import { allOf, choice, compare, type Expression, negation, type Predicate } from './expression.js'

/** The bits of the fraction, and of the whole. */
const formats: { readonly [F in FloatFormat]: { readonly fraction: number; readonly width: number } } = {
  f16: { fraction: 10, width: 16 },
  bf16: { fraction: 7, width: 16 },
  f32: { fraction: 23, width: 32 },
  f64: { fraction: 52, width: 64 },
}

/** Returns whether the comparison of two values holds (ISA, Floating Point Comparisons). */
export function holdsOfFloats(
  operator: SetPredicate['operator'],
  a: Expression,
  b: Expression,
  { format, unordered, flushed }: Floating,
): Predicate {
  const { fraction, width } = formats[format]
  const infinity = ((1n << BigInt(width - 1 - fraction)) - 1n) << BigInt(fraction)
  const magnitude = (one: Expression): Expression => both(one, like(one, (1n << BigInt(width - 1)) - 1n))
  const isNumber = (one: Expression): Predicate =>
    negation(compare('less-unsigned', like(one, infinity), magnitude(one)))
  const ordered = allOf([isNumber(a), isNumber(b)])
  if (operator === 'num') return ordered
  if (operator === 'nan') return negation(ordered)
  /** Returns a signed integer that orders as the values do; both zeros are 0. */
  const rank = (one: Expression): Expression => {
    const size = magnitude(one)
    const ranked = choice(compare('less-signed', one, like(one, 0n)), negative(size), size)
    if (flushed === undefined) return ranked
    return choice(compare('less-unsigned', size, like(one, 1n << BigInt(fraction))), like(one, 0n), ranked)
  }
  const [left, right] = [rank(a), rank(b)]
  const holds = ((): Predicate => {
    switch (operator) {
      case '==':
        return compare('equal', left, right)
      case '!=':
        return negation(compare('equal', left, right))
      case '<':
        return compare('less-signed', left, right)
      case '>=':
        return negation(compare('less-signed', left, right))
      case '>':
        return compare('less-signed', right, left)
      case '<=':
        return negation(compare('less-signed', right, left))
    }
  })()
  return unordered ? negation(allOf([ordered, negation(holds)])) : allOf([ordered, holds])
}
