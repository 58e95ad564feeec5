/** Arithmetic on bit patterns: non-negative integers below 2^width, wrapping, as SMT-LIB's theory of bit-vectors has it. */

export type BitsOperator = 'add' | 'sub' | 'mul' | 'div-signed' | 'div-unsigned' | 'bit-and' | 'bit-or' | 'bit-xor'

/** The comparisons that remain after `>`, `>=` and `!=` are turned around. */
export type BitsRelation = 'equal' | 'less-signed' | 'less-unsigned'

const signed = (value: bigint, width: number): bigint => BigInt.asIntN(width, value)

/** The number that a pattern represents in a type. */
export const numberOf = (value: bigint, type: { readonly width: number; readonly signed: boolean }): bigint =>
  type.signed ? signed(value, type.width) : value

/** The pattern of the result. Division by zero gives all ones unsigned, and 1 or -1 signed, as in SMT-LIB. */
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
  }
}

/** Whether the comparison holds between two patterns of that width. */
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

/** The pattern cut to the new width, or extended by zeros or by its sign. */
export const resizeBits = (value: bigint, from: number, to: number, bySign: boolean): bigint =>
  BigInt.asUintN(to, bySign ? signed(value, from) : value)
