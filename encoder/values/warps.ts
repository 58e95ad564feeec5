/**
 * The values that the lanes of a warp return to each other (ISA, `vote.sync`, `shfl.sync`, `match.sync`, `redux.sync`,
 * `elect.sync`).
 */

import { match, P } from 'ts-pattern'
import type { WarpOperation } from '../../litmus/instructions/warps.js'
import type { DataType } from '../../litmus/operand.js'
import { both as bits, inverted, minus, plus, right } from './bits.js'
import {
  allOf,
  anyOf,
  both,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  operation,
  type Predicate,
  resize,
} from './expression.js'

/** The contribution of a thread, and the condition under which it is made. */
export interface Brought {
  readonly lane: number
  readonly there: Predicate
  readonly value: Expression
}

const word = (value: bigint): Expression => constant(value, 32)
const bitOf = (lane: number): bigint => 1n << BigInt(lane)

/** Returns whether a mask of 32 bits names the lane. */
export const hasLane = (mask: Expression, lane: number): Predicate =>
  negation(compare('equal', bits(mask, word(bitOf(lane))), word(0n)))

/** Returns a mask with the lanes for which something holds. */
export const maskOf = (lanes: readonly (readonly [lane: number, holds: Predicate])[]): Expression =>
  lanes.reduce((mask, [lane, holds]) => operation('bit-or', mask, choice(holds, word(bitOf(lane)), word(0n))), word(0n))

/**
 * Returns the lane from which a shuffle takes its value, and whether it is in the segment; if not, it is the lane
 * itself. All have 32 bits.
 */
export function shuffled(
  how: 'up' | 'down' | 'bfly' | 'idx',
  lane: number,
  b: Expression,
  c: Expression,
): { readonly source: Expression; readonly inSegment: Predicate } {
  const [own, low] = [word(BigInt(lane)), word(31n)]
  const [value, clamp] = [bits(b, low), bits(c, low)]
  const segment = bits(right(c, word(8n)), low)
  const first = bits(own, segment)
  const last = operation('bit-or', first, bits(clamp, inverted(segment)))
  const source = {
    up: () => minus(own, value),
    down: () => plus(own, value),
    bfly: () => operation('bit-xor', own, value),
    idx: () => operation('bit-or', first, bits(value, inverted(segment))),
  }[how]()
  // A difference may be negative.
  const inSegment = negation(how === 'up' ? compare('less-signed', source, last) : compare('less-signed', last, source))
  return { source: choice(inSegment, source, own), inSegment }
}

/**
 * Returns what an operation returns to a lane, given its contribution and those of the others; the result has the width
 * of the type. `from` is the lane from which a shuffle takes its value, or where the search for a leader begins;
 * `otherwise` is what a shuffle returns if that lane contributes nothing, and what a transposition returns.
 */
export function combined(
  {
    operation: name,
    type,
  }: { readonly operation: Exclude<WarpOperation, 'bar' | 'converge'>; readonly type: DataType },
  own: Brought,
  others: readonly Brought[],
  { from, otherwise }: { readonly from: Expression; readonly otherwise: Expression },
): Expression {
  const all = [own, ...others]
  const holds = ({ value }: Brought): Predicate => negation(compare('equal', value, constant(0n, value.width)))
  const every = (what: (one: Brought) => Predicate): Predicate =>
    negation(anyOf(all.map((one) => both(one.there, negation(what(one))))))
  const bit = (predicate: Predicate): Expression =>
    choice(predicate, constant(1n, type.width), constant(0n, type.width))
  const isSame = ({ value }: Brought): Predicate => compare('equal', value, own.value)
  const present = (what: (one: Brought) => Predicate): Expression =>
    maskOf(all.map((one) => [one.lane, both(one.there, what(one))] as const))
  return (
    match(name)
      .returnType<Expression>()
      .with('vote-all', () => bit(every(holds)))
      .with('vote-any', () => bit(negation(every((one) => negation(holds(one))))))
      .with('vote-uni', () => bit(anyOf([every(holds), every((one) => negation(holds(one)))])))
      .with('vote-ballot', () => present(holds))
      .with('match-any', () => present(isSame))
      .with('match-all', () =>
        choice(
          every(isSame),
          present(() => allOf([])),
          word(0n),
        ),
      )
      .with(P.union('redux-add', 'redux-min', 'redux-max', 'redux-and', 'redux-or', 'redux-xor'), (which) =>
        others.reduce((sum, { there, value }) => choice(there, reduced(which, type, sum, value), sum), own.value),
      )
      .with(P.union('shfl-up', 'shfl-down', 'shfl-bfly', 'shfl-idx'), () =>
        all.reduceRight(
          (rest, { lane, there, value }) =>
            choice(both(there, compare('equal', from, word(BigInt(lane)))), value, rest),
          otherwise,
        ),
      )
      // What matrix instructions return is not computed.
      .with('movmatrix', 'matrix', () => otherwise)
      .with('elect', () => leader(all, from))
      .exhaustive()
  )
}

/**
 * Returns the lanes that hold the two elements which a transposition of a matrix of 8 rows, with 4 lanes each, gives to
 * a lane.
 */
export const transposedFrom = (lane: number): readonly number[] => {
  const [row, column] = [2 * (lane % 4), Math.floor(lane / 4)]
  return [row, row + 1].map((one) => 4 * one + Math.floor(column / 2))
}

function reduced(
  which: `redux-${'add' | 'min' | 'max' | 'and' | 'or' | 'xor'}`,
  { signed }: DataType,
  one: Expression,
  other: Expression,
): Expression {
  const less = compare(signed ? 'less-signed' : 'less-unsigned', one, other)
  switch (which) {
    case 'redux-add':
      return plus(one, other)
    case 'redux-min':
      return choice(less, one, other)
    case 'redux-max':
      return choice(less, other, one)
    case 'redux-and':
      return bits(one, other)
    case 'redux-or':
      return operation('bit-or', one, other)
    case 'redux-xor':
      return operation('bit-xor', one, other)
  }
}

/** Returns the first lane that is present, from one of the lanes upwards and round. */
function leader(all: readonly Brought[], from: Expression): Expression {
  if (from.kind === 'choice') return choice(from.when, leader(all, from.then), leader(all, from.otherwise))
  const first = from.kind === 'constant' ? Number(from.value) : 0
  const distance = ({ lane }: Brought): number => (lane - first + 32) % 32
  return all
    .toSorted((a, b) => distance(a) - distance(b))
    .reduceRight<Expression>((rest, { lane, there }) => choice(there, word(BigInt(lane)), rest), word(0n))
}

/** Returns a result of 32 bits with a predicate above it. */
export const withPredicate = (result: Expression, predicate: Predicate): Expression =>
  operation('bit-or', resize(result, 64, false), choice(predicate, constant(1n << 32n, 64), constant(0n, 64)))
