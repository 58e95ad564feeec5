/** Truth values that may be unknown, and the values of expressions of which only some reads and barriers are known. */

import { compareBits, compute, resizeBits } from './arithmetic.js'
import type { Domain } from './expression.js'
import type { Logic } from './logic.js'

/** A truth value that may be known. */
export type Known = 'yes' | 'no' | 'maybe'

/** Kleene's strong logic. */
export const threeValued: Logic<Known> = {
  tt: 'yes',
  ff: 'no',
  not: (of) => (of === 'maybe' ? of : of === 'yes' ? 'no' : 'yes'),
  and: (a, b) => (a === 'no' || b === 'no' ? 'no' : a === 'yes' && b === 'yes' ? 'yes' : 'maybe'),
  or: (a, b) => (a === 'yes' || b === 'yes' ? 'yes' : a === 'no' && b === 'no' ? 'no' : 'maybe'),
  all: (of) => (of.includes('no') ? 'no' : of.includes('maybe') ? 'maybe' : 'yes'),
  any: (of) => (of.includes('yes') ? 'yes' : of.includes('maybe') ? 'maybe' : 'no'),
}

/** Returns the domain of values in which only some are known; undefined for the others. */
export const partial = (
  read: (event: number) => bigint | undefined,
  passes: (barrier: number) => Known,
): Domain<Known, bigint | undefined> => ({
  logic: threeValued,
  constant: (value) => value,
  read,
  passes,
  unknown: () => undefined,
  operation: (operator, left, right, width) =>
    left === undefined || right === undefined ? undefined : compute(operator, left, right, width),
  choice: (when, then, otherwise) => {
    if (when !== 'maybe') return when === 'yes' ? then() : otherwise()
    const value = then()
    return value === otherwise() ? value : undefined
  },
  resize: (of, from, to, signed) => (of === undefined ? undefined : resizeBits(of, from, to, signed)),
  compare: (relation, left, right, width) => {
    if (left === undefined || right === undefined) return 'maybe'
    return compareBits(relation, left, right, width) ? 'yes' : 'no'
  },
})
