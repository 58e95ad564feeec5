/** Circuits that compute with bit-vectors, as SMT-LIB's theory has them. A vector is its bits, the lowest first. */

import { match } from 'ts-pattern'
import { must } from '../../source/must.js'
import type { BitsOperator, BitsRelation } from '../values/arithmetic.js'
import type { Gates, Literal } from './gates.js'

export type Vector = readonly Literal[]

export interface Circuits {
  readonly constant: (value: bigint, width: number) => Vector
  readonly operation: (kind: BitsOperator, left: Vector, right: Vector) => Vector
  readonly compare: (kind: BitsRelation, left: Vector, right: Vector) => Literal
  readonly choice: (when: Literal, then: Vector, otherwise: Vector) => Vector
  readonly resize: (of: Vector, width: number, signed: boolean) => Vector
}

export function circuits({ one, all, any, xor, choice: choose, majority }: Gates): Circuits {
  const zero = -one
  const at = (of: Vector, bit: number): Literal => must(of[bit], 'a bit of a vector')
  const sign = (of: Vector): Literal => at(of, of.length - 1)
  const constant = (value: bigint, width: number): Vector =>
    Array.from({ length: width }, (_, bit) => ((value >> BigInt(bit)) & 1n ? one : zero))
  const zeros = (width: number): Vector => Array.from({ length: width }, () => zero)
  const inverted = (of: Vector): Vector => of.map((bit) => -bit)
  const bitwise = (left: Vector, right: Vector, of: (a: Literal, b: Literal) => Literal): Vector =>
    left.map((bit, i) => of(bit, at(right, i)))
  const choice = (when: Literal, then: Vector, otherwise: Vector): Vector =>
    bitwise(then, otherwise, (a, b) => choose(when, a, b))

  /** Returns the sum, with a carry into the lowest bit. */
  const sum = (left: Vector, right: Vector, carryIn: Literal): Vector => {
    let carry = carryIn
    return left.map((a, i) => {
      const b = at(right, i)
      const bit = xor(xor(a, b), carry)
      carry = majority(a, b, carry)
      return bit
    })
  }
  const difference = (left: Vector, right: Vector): Vector => sum(left, inverted(right), one)
  const negated = (of: Vector): Vector => sum(inverted(of), zeros(of.length), one)

  /** Compares from the lowest bit on: the highest in which they differ decides. */
  const isLess = (left: Vector, right: Vector): Literal =>
    left.reduce((below, a, i) => {
      const b = at(right, i)
      return majority(-a, b, below)
    }, zero)
  const compare = (kind: BitsRelation, left: Vector, right: Vector): Literal =>
    match(kind)
      .with('equal', () => all(left.map((a, i) => -xor(a, at(right, i)))))
      .with('less-unsigned', () => isLess(left, right))
      .with('less-signed', () => isLess([...left.slice(0, -1), -sign(left)], [...right.slice(0, -1), -sign(right)]))
      .exhaustive()

  const product = (left: Vector, right: Vector): Vector =>
    left.reduce((total: Vector, bit, by) => {
      const partial = [...zeros(by), ...right.slice(0, right.length - by)].map((other) => all([bit, other]))
      return sum(total, partial, zero)
    }, zeros(left.length))

  /** Divides digit by digit. Division by zero gives all ones, and the dividend as its remainder, as SMT-LIB asks. */
  const division = (left: Vector, right: Vector): { readonly quotient: Vector; readonly remainder: Vector } => {
    const width = left.length
    // One bit more, since the remainder is doubled before it is compared.
    const divisor = [...right, zero]
    let remainder: Vector = zeros(width)
    const quotient: Literal[] = []
    for (let bit = width - 1; bit >= 0; bit--) {
      const next = [at(left, bit), ...remainder]
      const fits = -isLess(next, divisor)
      quotient.unshift(fits)
      remainder = choice(fits, difference(next, divisor), next).slice(0, width)
    }
    return { quotient, remainder }
  }
  const magnitude = (of: Vector): Vector => choice(sign(of), negated(of), of)

  /** Shifts by the bits of the amount in turn. An amount of the width or more leaves only `fill`. */
  const shifted = (
    of: Vector,
    amount: Vector,
    fill: Literal,
    by: (vector: Vector, places: number) => Vector,
  ): Vector => {
    const { length: width } = of
    const steps = amount.findIndex((_, i) => 2 ** i >= width)
    const counted = steps < 0 ? amount.length : steps
    const within = amount.slice(0, counted).reduce((vector, bit, i) => choice(bit, by(vector, 2 ** i), vector), of)
    const beyond = any(amount.slice(counted))
    return within.map((bit) => choose(beyond, fill, bit))
  }
  const upwards = (vector: Vector, places: number): Vector =>
    [...zeros(Math.min(places, vector.length)), ...vector].slice(0, vector.length)
  const downwards =
    (fill: Literal) =>
    (vector: Vector, places: number): Vector =>
      vector.map((_, i) => vector[i + places] ?? fill)

  const operation = (kind: BitsOperator, left: Vector, right: Vector): Vector =>
    match(kind)
      .with('add', () => sum(left, right, zero))
      .with('sub', () => difference(left, right))
      .with('mul', () => product(left, right))
      .with('bit-and', () => bitwise(left, right, (a, b) => all([a, b])))
      .with('bit-or', () => bitwise(left, right, (a, b) => any([a, b])))
      .with('bit-xor', () => bitwise(left, right, xor))
      .with('div-unsigned', () => division(left, right).quotient)
      .with('rem-unsigned', () => division(left, right).remainder)
      .with('div-signed', () => {
        const { quotient } = division(magnitude(left), magnitude(right))
        return choice(xor(sign(left), sign(right)), negated(quotient), quotient)
      })
      .with('rem-signed', () => {
        const { remainder } = division(magnitude(left), magnitude(right))
        return choice(sign(left), negated(remainder), remainder)
      })
      .with('shift-left', () => shifted(left, right, zero, upwards))
      .with('shift-right-unsigned', () => shifted(left, right, zero, downwards(zero)))
      .with('shift-right-signed', () => shifted(left, right, sign(left), downwards(sign(left))))
      .exhaustive()

  const resize = (of: Vector, width: number, signed: boolean): Vector =>
    Array.from({ length: width }, (_, i) => of[i] ?? (signed ? sign(of) : zero))

  return { constant, operation, compare, choice, resize }
}
