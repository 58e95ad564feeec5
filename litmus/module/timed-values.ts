/**
 * Evaluates computations while the clock does not advance, for the operations that loops that wait use: sums,
 * differences, scales and comparisons.
 */

import { match, P } from 'ts-pattern'
import type { Instruction } from '../instruction.js'
import type { Arithmetic, SetPredicate } from '../instructions/register-instructions.js'
import { type DataType, type Operand, predicateType } from '../operand.js'

/** The values of registers, as non-negative integers; unknown ones are missing. */
export type Known = ReadonlyMap<string, bigint>

/** Returns the result of a computation; undefined if it is unknown. All reads of clocks give 0. */
export function resultOf(one: Instruction, known: Known): bigint | undefined {
  if (one.kind === 'unknown') return one.function === undefined ? 0n : undefined
  if (one.kind === 'set-predicate') return compared(one, known)
  return one.kind === 'arithmetic' ? computed(one, known) : undefined
}

const valueOf = (operand: Operand | undefined, known: Known): bigint | undefined =>
  operand?.kind === 'integer' ? operand.value : operand?.kind === 'register' ? known.get(operand.name) : undefined

const read = (value: bigint, { width, signed }: Pick<DataType, 'width' | 'signed'>): bigint =>
  signed ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value)

function computed({ operation, operands, type, from = type }: Arithmetic, known: Known): bigint | undefined {
  const values = operands.map((operand) => valueOf(operand, known))
  if (values.some((value) => value === undefined)) return undefined
  const [a = 0n, b = 0n, c = 0n] = values.flatMap((value, i) =>
    value === undefined ? [] : [read(value, operation === 'selp' && i === 2 ? predicateType : from)],
  )
  const result = match(operation)
    .with(P.union('mov', 'cvt'), () => a)
    .with('add', () => a + b)
    .with('sub', () => a - b)
    .with(P.union('mul', 'mul-wide'), () => a * b)
    .with(P.union('mad', 'mad-wide'), () => a * b + c)
    .with('div', () => (b === 0n ? undefined : a / b))
    .with('min', () => (a < b ? a : b))
    .with('max', () => (a > b ? a : b))
    // Single bits of a clock do not measure time.
    .with('and', () => (isPredicate(type) ? a & b : undefined))
    .with('or', () => (isPredicate(type) ? a | b : undefined))
    .with('xor', () => (isPredicate(type) ? a ^ b : undefined))
    .with('shl', () => a << (b & 127n))
    .with('shr', () => a >> (b & 127n))
    .with('selp', () => (c !== 0n ? a : b))
    .otherwise(() => undefined)
  return result === undefined ? undefined : BigInt.asUintN(type.width, result)
}

const isPredicate = ({ width }: DataType): boolean => width === predicateType.width

function compared(one: SetPredicate, known: Known): bigint | undefined {
  const [left, right] = one.operands.map((operand) => valueOf(operand, known))
  if (left === undefined || right === undefined || one.floating !== undefined || one.combined !== undefined)
    return undefined
  const [a, b] = [read(left, one.compared), read(right, one.compared)]
  const holds = match(one.operator)
    .with('==', () => a === b)
    .with('!=', () => a !== b)
    .with('<', () => a < b)
    .with('<=', () => a <= b)
    .with('>', () => a > b)
    .with('>=', () => a >= b)
    .otherwise(() => undefined)
  return holds === undefined ? undefined : holds ? (one.positive ?? 1n) : 0n
}
