import fc from 'fast-check'
import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { toSmtLib } from '../../../encoder/formula/smtlib.js'
import { isPattern, symbolicValues } from '../../../encoder/formula/symbolic.js'
import { arithmeticResult } from '../../../encoder/values/computations.js'
import { constant, type Expression, evaluator } from '../../../encoder/values/expression.js'
import { forms, operations } from '../../../litmus/instructions/computations.js'
import { always } from '../../extent.js'
import { solver } from '../../support.js'
import { amounts, type Reference, references } from './reference.js'

/** Values near the ends of the range, amounts of shifts, and any others. */
const operandOf = (width: number): fc.Arbitrary<bigint> =>
  fc
    .oneof(
      fc.constantFrom(0n, 1n, 2n, -1n, -2n, 2n ** BigInt(width - 1), 2n ** BigInt(width - 1) - 1n),
      fc.constantFrom(...amounts),
      fc.bigInt(0n, 2n ** BigInt(width) - 1n),
    )
    .map((value) => BigInt.asUintN(width, value))

const operandsOf = ({ widths, known = [] }: Reference): fc.Arbitrary<readonly bigint[]> =>
  fc.tuple(
    ...widths.map((width, i) => {
      const given = known[i]
      return given === undefined ? operandOf(width) : fc.constantFrom(...given)
    }),
  )

const nameOf = ({ operation, type, from, known }: Reference): string =>
  [
    operation,
    ...[type, from].flatMap((one) => (one === undefined ? [] : [`${one.signed ? 's' : 'u'}${one.width}`])),
    known?.[3] ?? '',
  ]
    .join(' ')
    .trim()

/** The results of these on an address depend on the memory layout. */
test('every operation that computes has a reference', () => {
  const compared = new Set(references.map(({ operation }) => operation))
  expect(operations.filter((operation) => !compared.has(operation))).toEqual([
    'cvta',
    'cvta-to',
    'isspacep',
    'mapa',
    'getctarank',
  ])
  expect(Object.keys(forms)).toHaveLength(operations.length)
})

const isRightOf = (reference: Reference, operands: readonly bigint[]): void => {
  const given = operands.map((value, i) => constant(value, reference.widths[i] ?? 0))
  const expected = constant(reference.result(operands), reference.type.width)
  expect(arithmeticResult(reference, given)).toEqual(expected)
}

test.each(references.map((one) => [nameOf(one), one] as const))('%s of constants', (_, reference) => {
  for (const operands of fc.sample(operandsOf(reference), { numRuns: 20, seed: 1 })) isRightOf(reference, operands)
})

always('an operation of constants', { runs: 100, seed: 3 }, () =>
  fc.property(
    fc.constantFrom(...references).chain((one) => fc.tuple(fc.constant(one), operandsOf(one))),
    ([reference, operands]) => isRightOf(reference, operands),
  ),
)

/** Returns the values of operands that are read from memory, in z3. */
async function differs(reference: Reference, operands: readonly bigint[]): Promise<string> {
  const { widths, known = [], type } = reference
  const builder = formulaBuilder()
  const { compare, not } = builder
  const variables = widths.map((width, i) => builder.bitsVariable(`x${i}`, width))
  const { value } = evaluator(
    symbolicValues(
      builder,
      (event) => {
        const bits = variables[event]
        if (bits === undefined) throw new Error('a read for each operand')
        return { kind: 'bits', width: bits.width, bits }
      },
      () => builder.tt,
    ),
  )
  const given = operands.map(
    (one, i): Expression =>
      known[i] === undefined || ['selp', 'fns'].includes(reference.operation)
        ? { kind: 'read', width: widths[i] ?? 0, event: i }
        : constant(one, widths[i] ?? 0),
  )
  const result = value(arithmeticResult(reference, given))
  const expected = BigInt.asUintN(type.width, reference.result(operands))
  const mistaken = not(isPattern(result, expected, builder))
  const fixed = operands.flatMap((one, i) => {
    const variable = variables[i]
    return variable === undefined ? [] : [compare('equal', variable, builder.bits(one, variable.width))]
  })
  const session = (await solver()).openText(toSmtLib([...fixed, mistaken], () => []).smt.text)
  const { kind } = session.check([])
  session.close()
  return kind
}

/** One table of `lop3` in nine is enough here. */
const inSolver = references.filter(
  ({ operation, known }) => operation !== 'lop3' || (known?.[3]?.[0] ?? 0n) % 9n === 4n,
)

test.each(inSolver.map((one) => [nameOf(one), one] as const))('%s of values that are read', async (_, reference) => {
  for (const operands of fc.sample(operandsOf(reference), { numRuns: 2, seed: 2 }))
    expect(await differs(reference, operands)).toBe('unsat')
})
