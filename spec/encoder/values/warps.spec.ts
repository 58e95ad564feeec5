import fc from 'fast-check'
import {
  always,
  compare,
  concrete,
  constant,
  type Expression,
  evaluator,
  type Predicate,
} from '../../../encoder/values/expression.js'
import { type Brought, combined, hasLane, shuffled, withPredicate } from '../../../encoder/values/warps.js'
import type { WarpOperation } from '../../../litmus/instructions/warps.js'
import type { DataType } from '../../../litmus/operand.js'
import { always as inAllDraws } from '../../extent.js'

/** A lane that comes with a value, as in the descriptions of the ISA. */
interface Lane {
  readonly lane: number
  readonly value: bigint
}

const lanes: fc.Arbitrary<readonly Lane[]> = fc.uniqueArray(
  fc.record({ lane: fc.nat(31), value: fc.constantFrom(0n, 1n, 1n, 7n, 0x8000_0000n, 0xffff_ffffn) }),
  {
    selector: ({ lane }) => lane,
    minLength: 1,
    maxLength: 6,
  },
)

const word = (value: bigint): Expression => constant(value, 32)

/** Values that are known only once reads return them, so that nothing is folded. */
const domain = (values: readonly bigint[]) =>
  concrete({ read: (id) => values[id] ?? 0n, passes: () => false, unknown: () => 0x77n })

/** Returns the result of the first lane. Lanes from `absent` on do not come, which is known only then. */
function result(
  operation: Exclude<WarpOperation, 'bar' | 'converge'>,
  type: DataType,
  all: readonly Lane[],
  come: number,
  from: bigint,
): bigint {
  const [own, ...others] = all.map(({ lane }, i): Brought => {
    const there: Predicate =
      i === 0 ? always : compare('equal', { kind: 'read', width: 8, event: 100 + i }, constant(1n, 8))
    return { lane, there, value: { kind: 'read', width: 32, event: i } }
  })
  if (own === undefined) throw new Error('no lane')
  const values: bigint[] = []
  for (const [i, { value }] of all.entries()) {
    values[i] = value
    values[100 + i] = i < come ? 1n : 0n
  }
  const expression = combined({ operation, type }, own, others, { from: word(from), otherwise: word(0x77n) })
  return evaluator(domain(values)).value(expression)
}

const u32: DataType = { width: 32, signed: false }
const s32: DataType = { width: 32, signed: true }
const predicate: DataType = { width: 8, signed: false }
const signed = (value: bigint): bigint => BigInt.asIntN(32, value)
const maskOf = (all: readonly Lane[]): bigint => all.reduce((mask, { lane }) => mask | (1n << BigInt(lane)), 0n)
const bit = (holds: boolean): bigint => (holds ? 1n : 0n)
const reduce = (all: readonly Lane[], of: (a: bigint, b: bigint) => bigint): bigint =>
  all.map(({ value }) => value).reduce(of)

/** The value that the first lane gets according to the ISA, if all lanes come. */
const references: readonly (readonly [
  Exclude<WarpOperation, 'bar' | 'converge'>,
  DataType,
  (all: readonly Lane[]) => bigint,
])[] = [
  ['vote-all', predicate, (all) => bit(all.every(({ value }) => value !== 0n))],
  ['vote-any', predicate, (all) => bit(all.some(({ value }) => value !== 0n))],
  ['vote-uni', predicate, (all) => bit(new Set(all.map(({ value }) => value !== 0n)).size === 1)],
  ['vote-ballot', u32, (all) => maskOf(all.filter(({ value }) => value !== 0n))],
  ['match-any', u32, (all) => maskOf(all.filter(({ value }) => value === all[0]?.value))],
  ['match-all', u32, (all) => (new Set(all.map(({ value }) => value)).size === 1 ? maskOf(all) : 0n)],
  [
    'redux-add',
    u32,
    (all) =>
      BigInt.asUintN(
        32,
        reduce(all, (a, b) => a + b),
      ),
  ],
  ['redux-min', u32, (all) => reduce(all, (a, b) => (a < b ? a : b))],
  ['redux-max', u32, (all) => reduce(all, (a, b) => (a > b ? a : b))],
  ['redux-min', s32, (all) => reduce(all, (a, b) => (signed(a) < signed(b) ? a : b))],
  ['redux-max', s32, (all) => reduce(all, (a, b) => (signed(a) > signed(b) ? a : b))],
  ['redux-and', u32, (all) => reduce(all, (a, b) => a & b)],
  ['redux-or', u32, (all) => reduce(all, (a, b) => a | b)],
  ['redux-xor', u32, (all) => reduce(all, (a, b) => a ^ b)],
]

for (const [name, type, of] of references)
  inAllDraws(`${name} ${type.signed ? 's32' : ''} is over all lanes that come`, { runs: 100, seed: 1 }, () =>
    fc.property(lanes, fc.nat(6), (all, come) => {
      expect(result(name, type, all, Math.max(1, come), 0n)).toBe(of(all.slice(0, Math.max(1, come))))
    }),
  )

for (const name of ['shfl-up', 'shfl-down', 'shfl-bfly', 'shfl-idx'] as const)
  inAllDraws(`${name} takes the value of the lane that it finds, if that comes`, { runs: 100, seed: 1 }, () =>
    fc.property(lanes, fc.nat(6), fc.nat(31), (all, come, from) => {
      const there = all.slice(0, Math.max(1, come)).find(({ lane }) => lane === from)
      expect(result(name, u32, all, Math.max(1, come), BigInt(from))).toBe(there?.value ?? 0x77n)
    }),
  )

inAllDraws('elect finds one of those that come, the same for each of them', { runs: 100, seed: 1 }, () =>
  fc.property(lanes, fc.nat(31), (all, from) => {
    const elected = all.map((own) =>
      result('elect', u32, [own, ...all.filter((one) => one !== own)], all.length, BigInt(from)),
    )
    expect(new Set(elected).size).toBe(1)
    expect(all.map(({ lane }) => BigInt(lane))).toContain(elected[0])
    const [first] = all
    if (first) expect(result('elect', u32, all, 1, BigInt(from))).toBe(BigInt(first.lane))
  }),
)

test('elect finds the lane that is named', () => {
  const two = [
    { lane: 3, value: 0n },
    { lane: 5, value: 0n },
  ]
  expect([3n, 5n].map((from) => result('elect', u32, two, 2, from))).toEqual([3n, 5n])
})

/** Computes `shfl` by the ISA's program, line by line. */
function shfl(how: 'up' | 'down' | 'bfly' | 'idx', lane: number, b: number, c: number) {
  const bval = b & 0x1f
  const cval = c & 0x1f
  const segmask = (c >> 8) & 0x1f
  const maxLane = (lane & segmask) | (cval & ~segmask)
  const minLane = lane & segmask
  const j = { up: lane - bval, down: lane + bval, bfly: lane ^ bval, idx: minLane | (bval & ~segmask) }[how]
  const pval = how === 'up' ? j >= maxLane : j <= maxLane
  return { source: pval ? j : lane, inSegment: pval }
}

for (const how of ['up', 'down', 'bfly', 'idx'] as const)
  inAllDraws(`the lane of a shuffle ${how}`, { runs: 1000, seed: 1 }, () =>
    fc.property(fc.nat(31), fc.nat(0xffff), fc.nat(0xffff), (lane, b, c) => {
      const { value, truth } = evaluator(domain([BigInt(b), BigInt(c)]))
      const found = shuffled(how, lane, { kind: 'read', width: 32, event: 0 }, { kind: 'read', width: 32, event: 1 })
      const known = shuffled(how, lane, word(BigInt(b)), word(BigInt(c)))
      const expected = shfl(how, lane, b, c)
      expect({ source: Number(value(found.source)), inSegment: truth(found.inSegment) }).toEqual(expected)
      expect(known.source).toEqual(word(BigInt(expected.source)))
    }),
  )

test('a mask names lanes by their bits', () => {
  expect([0, 1, 2, 31].map((lane) => hasLane(word(0x8000_0002n), lane).kind)).toEqual([
    'false',
    'true',
    'false',
    'true',
  ])
})

test('a predicate is above the result', () => {
  expect(withPredicate(word(0xffff_ffffn), always)).toEqual(constant(0x1_ffff_ffffn, 64))
  expect(withPredicate(word(5n), { kind: 'false' })).toEqual(constant(5n, 64))
})
