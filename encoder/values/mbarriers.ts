/**
 * The value of an mbarrier object, and the effect of operations on it (ISA, `mbarrier`). The manual calls it opaque;
 * here its 64 bits are, from the lowest: the tx-count, in two's complement, the pending and the expected arrivals, the
 * number of the phase, modulo 4, and whether the object is valid. So a state that is four phases old looks like one of
 * the current phase.
 */

import {
  allOf,
  anyOf,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  never,
  operation,
  type Predicate,
  resize,
} from './expression.js'

/** The bits of an object. */
const width = 64

const fields = {
  tx: { from: 0, bits: 21 },
  pending: { from: 21, bits: 20 },
  expected: { from: 41, bits: 20 },
  phase: { from: 61, bits: 2 },
  valid: { from: 63, bits: 1 },
} as const

/** Each in its own width. */
type Mbarrier = { readonly [F in keyof typeof fields]: Expression }

/**
 * The most arrivals, and the most bytes either way, that an object counts (ISA, `mbarrier`: valid ranges of the
 * counts).
 */
const mostCounted = (1 << 20) - 1

const field = (object: Expression, { from, bits }: (typeof fields)[keyof typeof fields]): Expression =>
  resize(operation('shift-right-unsigned', object, constant(BigInt(from), width)), bits, false)

const unpacked = (object: Expression): Mbarrier => ({
  tx: field(object, fields.tx),
  pending: field(object, fields.pending),
  expected: field(object, fields.expected),
  phase: field(object, fields.phase),
  valid: field(object, fields.valid),
})

const packed = (parts: Mbarrier): Expression =>
  (['tx', 'pending', 'expected', 'phase', 'valid'] as const)
    .map((name) =>
      operation('shift-left', resize(parts[name], width, false), constant(BigInt(fields[name].from), width)),
    )
    .reduce((rest, part) => operation('bit-or', rest, part))

/** Returns an object in its first phase that expects `count` arrivals, of 32 bits, in each phase. */
export const initialised = (count: Expression): Expression => {
  const expected = resize(count, fields.expected.bits, false)
  return packed({
    tx: constant(0n, fields.tx.bits),
    pending: expected,
    expected,
    phase: constant(0n, fields.phase.bits),
    valid: constant(1n, fields.valid.bits),
  })
}

/** Returns whether an object can count this many arrivals, of 32 bits (ISA, `mbarrier`: valid ranges of the counts). */
export const isCount = (count: Expression): Predicate =>
  compare('less-unsigned', operation('sub', count, constant(1n, 32)), constant(BigInt(mostCounted), 32))

/** The value that `mbarrier.inval` leaves. */
export const invalidated: Expression = constant(0n, width)

export const isValid = (object: Expression): Predicate =>
  compare('equal', unpacked(object).valid, constant(1n, fields.valid.bits))

/**
 * Returns whether the phase has a number with that parity, given as 32 bits whose lowest counts, or as the state of an
 * object.
 */
const hasPhase = (object: Expression, { value, parity }: { readonly value: Expression; readonly parity: boolean }) =>
  parity
    ? compare('equal', resize(unpacked(object).phase, 1, false), resize(value, 1, false))
    : compare('equal', unpacked(object).phase, unpacked(value).phase)

/**
 * Returns whether the phase that a wait asks for has ended (ISA, `mbarrier.test_wait`), that is, whether the object is
 * in another.
 */
export const hasEnded = (
  object: Expression,
  waitsFor: { readonly value: Expression; readonly parity: boolean },
): Predicate => negation(hasPhase(object, waitsFor))

/** Returns whether a state is neither of the current phase nor of the one before, so that it must not be waited for. */
export const isOld = (object: Expression, state: Expression): Predicate => {
  const lag = operation('sub', unpacked(object).phase, unpacked(state).phase)
  return compare('less-unsigned', constant(1n, fields.phase.bits), lag)
}

/** Returns the object whose phase, or parity, an expression is; undefined for any other expression. */
export function phaseIn(value: Expression): { readonly object: Expression; readonly parity: boolean } | undefined {
  if (value.kind === 'resize') {
    const inner = phaseIn(value.of)
    return inner && { ...inner, parity: inner.parity || value.width === 1 }
  }
  if (value.kind !== 'operation' || value.operator !== 'shift-right-unsigned') return undefined
  const { left, right } = value
  return left.width === width && right.kind === 'constant' && right.value === BigInt(fields.phase.from)
    ? { object: left, parity: false }
    : undefined
}

/** The effect of an operation on the counts. */
export interface Counting {
  /** The number of arrivals, of 32 bits. */
  readonly arrivals?: Expression
  /** True if that many fewer arrivals are expected from then on. */
  readonly drops?: boolean
  /** The number of additional pending arrivals in this phase. */
  readonly more?: Expression
  /** The number of bytes, of 32 bits, that are expected or have arrived. */
  readonly expects?: Expression
  readonly completes?: Expression
}

interface Counted {
  readonly value: Expression
  /** The phase ends. */
  readonly ends: Predicate
  /** More arrivals than are pending. */
  readonly tooMany: Predicate
  /** No later phase expects an arrival after this one. */
  readonly noneLeft: Predicate
  /** The bytes cannot be counted. */
  readonly uncountable: Predicate
}

/** Wide enough for every sum. */
const sumWidth = 34

/** Performs an operation on the counts, after which the phase ends if no arrival is pending and the tx-count is 0. */
export function counted(object: Expression, { arrivals, drops, more, expects, completes }: Counting): Counted {
  const before = unpacked(object)
  const zero = constant(0n, sumWidth)
  const given = (count: Expression | undefined): Expression =>
    count === undefined ? zero : resize(resize(count, 32, false), sumWidth, true)
  const tx = operation('sub', operation('add', resize(before.tx, sumWidth, true), given(expects)), given(completes))
  const pending = operation(
    'sub',
    operation('add', resize(before.pending, sumWidth, false), given(more)),
    given(arrivals),
  )
  const expected = drops
    ? operation('sub', resize(before.expected, sumWidth, false), given(arrivals))
    : resize(before.expected, sumWidth, false)
  const ends = allOf([compare('equal', pending, zero), compare('equal', tx, zero)])
  const most = constant(BigInt(mostCounted), sumWidth)
  const least = constant(BigInt(-mostCounted), sumWidth)
  const phase = operation('add', before.phase, constant(1n, fields.phase.bits))
  const narrow = (name: keyof typeof fields, value: Expression) => resize(value, fields[name].bits, false)
  return {
    value: packed({
      // The tx-count is 0 where the phase ends.
      tx: narrow('tx', tx),
      pending: narrow('pending', choice(ends, expected, pending)),
      expected: narrow('expected', expected),
      phase: choice(ends, phase, before.phase),
      valid: before.valid,
    }),
    ends,
    tooMany: anyOf([
      compare('less-signed', pending, zero),
      compare('less-signed', most, pending),
      compare('less-signed', expected, zero),
    ]),
    noneLeft: drops ? compare('equal', expected, zero) : never,
    uncountable: anyOf([compare('less-signed', most, tx), compare('less-signed', tx, least)]),
  }
}

/** Returns the bits of a valid object in words, `phase 1, 1 of 2 pending, tx-count -16`; undefined for other bits. */
export function mbarrierText(bits: bigint): string | undefined {
  const part = ({ from, bits: size }: (typeof fields)[keyof typeof fields]) =>
    BigInt.asUintN(size, bits >> BigInt(from))
  if (part(fields.valid) === 0n) return undefined
  const tx = BigInt.asIntN(fields.tx.bits, part(fields.tx))
  return `phase ${part(fields.phase)}, ${part(fields.pending)} of ${part(fields.expected)} pending, tx-count ${tx}`
}

/** Returns the bits from which `mbarrierText` made that text; undefined if it did not make it. */
export function mbarrierBits(text: string): bigint | undefined {
  const match = /^phase (\d+), (\d+) of (\d+) pending, tx-count (-?\d+)$/.exec(text)
  const [phase, pending, expected, tx] = match === null ? [] : match.slice(1).map(BigInt)
  if (phase === undefined || pending === undefined || expected === undefined || tx === undefined) return undefined
  const put = (value: bigint, { from, bits }: (typeof fields)[keyof typeof fields]): bigint =>
    BigInt.asUintN(bits, value) << BigInt(from)
  return (
    put(tx, fields.tx) |
    put(pending, fields.pending) |
    put(expected, fields.expected) |
    put(phase, fields.phase) |
    put(1n, fields.valid)
  )
}
