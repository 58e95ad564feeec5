/**
 * Arithmetic on bit patterns: non-negative integers below 2^width, wrapping, as SMT-LIB's theory of bit-vectors has it.
 */

export type BitsOperator =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div-signed'
  | 'div-unsigned'
  | 'rem-signed'
  | 'rem-unsigned'
  | 'bit-and'
  | 'bit-or'
  | 'bit-xor'
  | 'shift-left'
  | 'shift-right-signed'
  | 'shift-right-unsigned'

/** The comparisons that remain after `>`, `>=` and `!=` are turned around. */
export type BitsRelation = 'equal' | 'less-signed' | 'less-unsigned'

const signed = (value: bigint, width: number): bigint => BigInt.asIntN(width, value)

/** Returns the number that a pattern represents in a type. */
export const numberOf = (value: bigint, type: { readonly width: number; readonly signed: boolean }): bigint =>
  type.signed ? signed(value, type.width) : value

/**
 * Returns the pattern of the result. Division by zero gives all ones unsigned, and 1 or -1 signed, and its remainder is
 * the dividend, as in SMT-LIB. Shifts by the width or more leave only zeros, or copies of the sign.
 */
export function compute(operator: BitsOperator, left: bigint, right: bigint, width: number): bigint {
  return BigInt.asUintN(width, exact(operator, left, right, width))
}

function exact(operator: BitsOperator, left: bigint, right: bigint, width: number): bigint {
  switch (operator) {
    case 'add':
      return left + right
    case 'sub':
      return left - right
    case 'mul':
      return left * right
    case 'bit-and':
      return left & right
    case 'bit-or':
      return left | right
    case 'bit-xor':
      return left ^ right
    case 'div-unsigned':
      return right === 0n ? -1n : left / right
    case 'div-signed': {
      const [a, b] = [signed(left, width), signed(right, width)]
      if (b === 0n) return a < 0n ? 1n : -1n
      return a / b
    }
    case 'rem-unsigned':
      return right === 0n ? left : left % right
    case 'rem-signed': {
      const [a, b] = [signed(left, width), signed(right, width)]
      return b === 0n ? a : a % b
    }
    case 'shift-left':
      return right >= BigInt(width) ? 0n : left << right
    case 'shift-right-unsigned':
      return right >= BigInt(width) ? 0n : left >> right
    case 'shift-right-signed':
      return signed(left, width) >> (right >= BigInt(width) ? BigInt(width) : right)
  }
}

/** Returns whether the comparison holds between two patterns of that width. */
export function compareBits(relation: BitsRelation, left: bigint, right: bigint, width: number): boolean {
  switch (relation) {
    case 'equal':
      return left === right
    case 'less-unsigned':
      return left < right
    case 'less-signed':
      return signed(left, width) < signed(right, width)
  }
}

/** Returns the pattern cut to the new width, or extended by zeros or by its sign. */
export const resizeBits = (value: bigint, from: number, to: number, bySign: boolean): bigint =>
  BigInt.asUintN(to, bySign ? signed(value, from) : value)
