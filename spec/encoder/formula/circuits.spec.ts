import { Cadical, loadCadical } from 'cadical-wasm'
import { circuits } from '../../../encoder/formula/circuits.js'
import { type Gates, gates, type Literal } from '../../../encoder/formula/gates.js'
import {
  type BitsOperator,
  type BitsRelation,
  compareBits,
  compute,
  resizeBits,
} from '../../../encoder/values/arithmetic.js'
import { must } from '../../../source/must.js'

type Vector = readonly Literal[]

/** Returns what a circuit gives of values: its inputs are variables, and clauses determine its outputs. */
async function computing(width: number, build: (gate: Gates, left: Vector, right: Vector) => Vector) {
  const gate = gates()
  const input = () => Array.from({ length: width }, gate.variable)
  const [left, right] = [input(), input()]
  const outputs = build(gate, left, right)
  const { variables, clauses } = gate.taken()
  const solver = new Cadical(await loadCadical(), { quiet: true })
  solver.ensureVars(variables)
  solver.addClauses(clauses)
  return (a: bigint, b: bigint): bigint => {
    const assumptions = [left, right].flatMap((vector, i) =>
      vector.map((bit, at) => (((i === 0 ? a : b) >> BigInt(at)) & 1n ? bit : -bit)),
    )
    if (solver.solve({ assumptions }) !== 'satisfiable') throw new Error('no solution')
    return outputs.reduce((sum, bit, at) => sum | (solver.value(bit) ? 1n << BigInt(at) : 0n), 0n)
  }
}

const operators: readonly BitsOperator[] = [
  ...(['add', 'sub', 'mul', 'div-signed', 'div-unsigned', 'rem-signed', 'rem-unsigned'] as const),
  ...(['bit-and', 'bit-or', 'bit-xor', 'shift-left', 'shift-right-signed', 'shift-right-unsigned'] as const),
]
const relations: readonly BitsRelation[] = ['equal', 'less-signed', 'less-unsigned']
const widths = [1, 3, 4]

const allOf = (width: number): readonly bigint[] => Array.from({ length: 2 ** width }, (_, i) => BigInt(i))

describe.each(widths)('of all values of %i bits', (width) => {
  test.each(operators)('%s', async (operator) => {
    const result = await computing(width, (gate, left, right) => circuits(gate).operation(operator, left, right))
    for (const a of allOf(width))
      for (const b of allOf(width)) expect([a, b, result(a, b)]).toEqual([a, b, compute(operator, a, b, width)])
  })
  test.each(relations)('%s', async (relation) => {
    const result = await computing(width, (gate, left, right) => [circuits(gate).compare(relation, left, right)])
    for (const a of allOf(width))
      for (const b of allOf(width))
        expect([a, b, result(a, b)]).toEqual([a, b, compareBits(relation, a, b, width) ? 1n : 0n])
  })
  test.each([true, false])('resizing, signed: %s', async (signed) => {
    for (const to of [1, width, width + 2]) {
      const result = await computing(width, (gate, left) => circuits(gate).resize(left, to, signed))
      for (const a of allOf(width)) expect(result(a, 0n)).toBe(resizeBits(a, width, to, signed))
    }
  })
})

test.each(operators)('%s of values of 32 and 64 bits', async (operator) => {
  const values = (width: number) =>
    [0n, 1n, 5n, 31n, 32n, 1n << 20n, -1n, -7n, 1n << BigInt(width - 1)].map((one) => BigInt.asUintN(width, one))
  for (const width of [32, 64]) {
    const result = await computing(width, (gate, left, right) => circuits(gate).operation(operator, left, right))
    for (const a of values(width))
      for (const b of values(width)) expect([a, b, result(a, b)]).toEqual([a, b, compute(operator, a, b, width)])
  }
})

test('gates of constants are constants, and equal gates are one', () => {
  const { one, all, any, xor, choice, majority, variable, taken } = gates()
  const [a, b] = [variable(), variable()]
  expect([all([a, -one]), all([a, one]), any([a, -a]), xor(a, one), choice(one, a, b)]).toEqual([-one, a, one, -a, a])
  expect(majority(a, one, -one)).toBe(a)
  const before = taken().variables
  expect(all([b, a])).toBe(all([a, b, a]))
  expect(xor(-a, b)).toBe(-xor(b, a))
  expect(taken().variables).toBe(before + 2)
  expect(must(taken().clauses[0], 'the constant')).toEqual([one])
})
