/** The functions of bits that PTX has as instructions, built from the operators that expressions have. */

import { choice, compare, constant, type Expression, operation, resize } from './expression.js'

const binary =
  (operator: Parameters<typeof operation>[0]) =>
  (left: Expression, right: Expression): Expression =>
    operation(operator, left, right)

export const plus = binary('add')
export const minus = binary('sub')
export const times = binary('mul')
export const both = binary('bit-and')
const either = binary('bit-or')
const unequal = binary('bit-xor')
/** Shifts whose whole amount counts: by the width or more, nothing remains. */
export const left = binary('shift-left')
export const right = binary('shift-right-unsigned')
export const rightBySign = binary('shift-right-signed')

/** Returns a constant of the same width as another value. */
export const like = (other: Expression, value: bigint): Expression => constant(value, other.width)

export const inverted = (of: Expression): Expression => unequal(of, like(of, -1n))

export const negative = (of: Expression): Expression => minus(like(of, 0n), of)

/** Returns one value where the first is 0, the other elsewhere. */
export const ifZero = (of: Expression, then: Expression, otherwise: Expression): Expression =>
  choice(compare('equal', of, like(of, 0n)), then, otherwise)

/** Returns the lesser of two unsigned values. */
const least = (a: Expression, b: Expression): Expression => choice(compare('less-unsigned', a, b), a, b)

/** Repeats a pattern of one or more bits, from the lowest bit on. */
const repeated = (pattern: bigint, bits: number, width: number): bigint => {
  let all = 0n
  for (let at = 0; at < width; at += bits) all |= pattern << BigInt(at)
  return all
}

/** Returns `count` ones from the lowest bit on; all ones if `count` is at least the width. */
export const ones = (count: Expression): Expression => minus(left(like(count, 1n), count), like(count, 1n))

/** Returns the number of ones, with the width of the value, 32 or 64. */
export function population(of: Expression): Expression {
  const { width } = of
  const masked = (value: Expression, pattern: bigint, bits: number) =>
    both(value, like(of, repeated(pattern, bits, width)))
  const shifted = (value: Expression, by: number) => right(value, like(of, BigInt(by)))
  const pairs = minus(of, masked(shifted(of, 1), 1n, 2))
  const nibbles = plus(masked(pairs, 3n, 4), masked(shifted(pairs, 2), 3n, 4))
  let sum = masked(plus(nibbles, shifted(nibbles, 4)), 15n, 8)
  for (let by = 8; by < width; by *= 2) sum = plus(sum, shifted(sum, by))
  return both(sum, like(of, 0x7fn))
}

/** Returns the number of zeros above the highest one; the width for 0. */
export function leadingZeros(of: Expression): Expression {
  let filled = of
  for (let by = 1; by < of.width; by *= 2) filled = either(filled, right(filled, like(of, BigInt(by))))
  return population(inverted(filled))
}

/** Reverses the order of the bits. */
export function reversed(of: Expression): Expression {
  let result = of
  for (let by = 1; by < of.width; by *= 2) {
    const low = like(of, repeated((1n << BigInt(by)) - 1n, 2 * by, of.width))
    const amount = like(of, BigInt(by))
    result = either(both(right(result, amount), low), left(both(result, low), amount))
  }
  return result
}

/**
 * Performs `fns` (ISA): returns the position of the n-th one from a position on, upwards, or downwards if the number is
 * negative; with 0, that position if there is a one. All ones if there is none.
 */
export function nthSet(of: Expression, base: Expression, offset: Expression): Expression {
  const down = compare('less-signed', offset, like(offset, 0n))
  const last = like(of, BigInt(of.width - 1))
  const turned = (position: Expression): Expression => choice(down, minus(last, position), position)
  const from = turned(base)
  const bits = both(choice(down, reversed(of), of), left(like(of, -1n), from))
  const within = ifZero(offset, both(bits, left(like(of, 1n), from)), bits)
  const which = choice(down, negative(offset), ifZero(offset, like(offset, 1n), offset))
  let bitPosition = like(of, -1n)
  let count = like(of, 0n)
  for (let at = 0; at < of.width; at++) {
    const here = both(right(within, like(of, BigInt(at))), like(of, 1n))
    count = plus(count, here)
    const reached = choice(compare('equal', count, which), turned(like(of, BigInt(at))), bitPosition)
    bitPosition = ifZero(here, bitPosition, reached)
  }
  return bitPosition
}

/**
 * Returns the given number of low bits of a value, extended by zeros or by the highest of them; all bits from the width
 * on.
 */
export const lowBits = (of: Expression, count: Expression, signed: boolean): Expression => {
  if (!signed) return both(of, ones(count))
  const beyond = minus(like(of, BigInt(of.width)), least(count, like(of, BigInt(of.width))))
  return rightBySign(left(of, beyond), beyond)
}

/**
 * Performs `bfe` (ISA): position and length have 8 bits; beyond the highest bit there are zeros or copies of the sign.
 */
export function extracted(of: Expression, position: Expression, length: Expression, signed: boolean): Expression {
  const [at, count] = [position, length].map((one) => both(resize(one, of.width, false), like(of, 0xffn)))
  if (at === undefined || count === undefined) return of
  const shifted = signed ? rightBySign(of, at) : right(of, at)
  return lowBits(shifted, count, signed)
}

/** Performs `bfi` (ISA): puts the low bits of a value in place of those of another. */
export function inserted(of: Expression, into: Expression, position: Expression, length: Expression): Expression {
  const [at, count] = [position, length].map((one) => both(resize(one, of.width, false), like(of, 0xffn)))
  if (at === undefined || count === undefined) return into
  const mask = left(ones(count), at)
  return either(both(into, inverted(mask)), both(left(of, at), mask))
}

/** Performs `lop3` (ISA): the table's bit 4a + 2b + c is the result for the bits a, b and c. */
export function byTable(a: Expression, b: Expression, c: Expression, table: number): Expression {
  const [without, within] = [table & 15, table >> 4].map((half) => ofTwo(b, c, half))
  if (without === undefined || within === undefined) return a
  if ((table & 15) === table >> 4) return without
  if (((table & 15) ^ (table >> 4)) === 15) return unequal(a, without)
  return either(both(a, within), both(inverted(a), without))
}

/** Applies the function of two bits whose table has the result at 2b + c. */
function ofTwo(b: Expression, c: Expression, table: number): Expression {
  const [without, within] = [table & 3, table >> 2].map((half) => ofOne(c, half))
  if (without === undefined || within === undefined) return b
  if ((table & 3) === table >> 2) return without
  if (((table & 3) ^ (table >> 2)) === 3) return unequal(b, without)
  return either(both(b, within), both(inverted(b), without))
}

const ofOne = (c: Expression, table: number): Expression =>
  table === 0 ? like(c, 0n) : table === 3 ? like(c, -1n) : table === 2 ? c : inverted(c)

/** The bytes of `prmt`'s modes, from the lowest, by the low two bits of its last operand. */
const permutations = {
  f4e: [0x3210n, 0x4321n, 0x5432n, 0x6543n],
  b4e: [0x5670n, 0x6701n, 0x7012n, 0x0123n],
  rc8: [0x0000n, 0x1111n, 0x2222n, 0x3333n],
  ecl: [0x3210n, 0x3211n, 0x3222n, 0x3333n],
  ecr: [0x0000n, 0x1110n, 0x2210n, 0x3210n],
  rc16: [0x1010n, 0x3232n, 0x1010n, 0x3232n],
} as const

export type PermutationMode = keyof typeof permutations

/**
 * Performs `prmt` (ISA): each nibble of the selector names a byte of the eight, or with its highest bit the sign of
 * that byte, eight times.
 */
export function permuted(low: Expression, high: Expression, given: Expression, mode?: PermutationMode): Expression {
  const selector = mode === undefined ? given : selectorOf(given, mode)
  const bytes = joined([low, high])
  const byte = (i: number): Expression => {
    const nibble = right(selector, like(selector, BigInt(4 * i)))
    const bits = left(both(nibble, like(selector, 7n)), like(selector, 3n))
    const lowest = resize(right(bytes, resize(bits, 64, false)), 8, false)
    return ifZero(both(nibble, like(selector, 8n)), lowest, rightBySign(lowest, like(lowest, 7n)))
  }
  return joined([0, 1, 2, 3].map(byte))
}

const selectorOf = (given: Expression, mode: PermutationMode): Expression => {
  const which = both(given, like(given, 3n))
  return permutations[mode].reduceRight(
    (otherwise, nibbles, i) => choice(compare('equal', which, like(given, BigInt(i))), like(given, nibbles), otherwise),
    like(given, 0n),
  )
}

/** Joins values of one width into one value, the first in its lowest bits. */
export function joined(parts: readonly Expression[]): Expression {
  const width = parts.reduce((sum, part) => sum + part.width, 0)
  return parts
    .map((part, i) => left(resize(part, width, false), constant(BigInt(i * part.width), width)))
    .reduce((all, part) => either(all, part))
}

/** Returns `width` bits of a value, at the given part. */
export const partOf = (of: Expression, part: number, width: number): Expression =>
  resize(right(of, like(of, BigInt(part * width))), width, false)

/** Returns the value within the range of a type; it has a sign, and more bits than the type. */
export function saturated(
  of: Expression,
  { width, signed }: { readonly width: number; readonly signed: boolean },
): Expression {
  const lowest = like(of, signed ? -(1n << BigInt(width - 1)) : 0n)
  const highest = like(of, (1n << BigInt(signed ? width - 1 : width)) - 1n)
  const atLeast = choice(compare('less-signed', of, lowest), lowest, of)
  return resize(choice(compare('less-signed', highest, of), highest, atLeast), width, false)
}
