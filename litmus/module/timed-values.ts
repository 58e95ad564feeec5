/**
 * Evaluates computations while the clock does not advance, for the operations that loops that wait use: sums,
 * differences, scales and comparisons. Memory has the values that it holds at first.
 */

import { match, P } from 'ts-pattern'
import type { Instruction } from '../instruction.js'
import type { Load } from '../instructions/access-definitions.js'
import type { Arithmetic, SetPredicate } from '../instructions/register-instructions.js'
import { type AddressOf, type DataType, type Operand, predicateType } from '../operand.js'

/** A non-negative integer, or the address of memory. */
export type Value = bigint | Pick<AddressOf, 'name' | 'offset'>

/** The values of registers; unknown ones are missing. */
export type Known = ReadonlyMap<string, Value>

/** Returns the value that memory of a name holds at first, at an offset in bytes; undefined if it is unknown. */
export type InitialMemory = (name: string, offset: bigint, width: number) => bigint | undefined

/** Returns the result of an instruction; undefined if it is unknown. All reads of clocks give 0. */
export function resultOf(one: Instruction, known: Known, memory: InitialMemory): Value | undefined {
  if (one.kind === 'unknown') return one.clock === undefined ? undefined : 0n
  if (one.kind === 'set-predicate') return compared(one, known)
  if (one.kind === 'load') return loaded(one, known, memory)
  return one.kind === 'arithmetic' ? (addressIn(one, known) ?? computed(one, known)) : undefined
}

const valueOf = (operand: Operand | undefined, known: Known): Value | undefined =>
  operand?.kind === 'integer' ? operand.value : operand?.kind === 'register' ? known.get(operand.name) : operand

const numberOf = (operand: Operand | undefined, known: Known): bigint | undefined => {
  const value = valueOf(operand, known)
  return typeof value === 'bigint' ? value : undefined
}

/** Returns the initial value that a weak load of a scalar reads. */
function loaded({ address, order, element, type }: Load, known: Known, memory: InitialMemory): bigint | undefined {
  if (order !== 'weak' || element !== undefined) return undefined
  const base = address.kind === 'pointer' ? address.register : address.name
  const at = known.get(base) ?? (address.kind === 'name' ? { name: address.name, offset: 0n } : undefined)
  return at === undefined || typeof at === 'bigint'
    ? undefined
    : memory(at.name, at.offset + address.offset, type.width)
}

/** Returns the address that a computation has as its result, if it does. */
function addressIn({ operation, operands }: Arithmetic, known: Known): Value | undefined {
  const [base, by] = operands.map((operand) => valueOf(operand, known))
  if (base === undefined || typeof base === 'bigint') return undefined
  if (operation === 'mov' || operation === 'cvta' || operation === 'cvta-to') return base
  return operation === 'add' && typeof by === 'bigint' ? { ...base, offset: base.offset + by } : undefined
}

const read = (value: bigint, { width, signed }: Pick<DataType, 'width' | 'signed'>): bigint =>
  signed ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value)

function computed({ operation, operands, type, from = type }: Arithmetic, known: Known): bigint | undefined {
  const given = operands.map((operand) => numberOf(operand, known))
  const values = given.flatMap((value, i) =>
    value === undefined ? [] : [read(value, operation === 'selp' && i === 2 ? predicateType : from)],
  )
  if (values.length < given.length) return decided(operation, type, given)
  const [a = 0n, b = 0n, c = 0n] = values
  const result = match(operation)
    .with(P.union('mov', 'cvt'), () => a)
    .with('add', () => a + b)
    .with('sub', () => a - b)
    .with(P.union('mul', 'mul-wide'), () => a * b)
    .with(P.union('mad', 'mad-wide'), () => a * b + c)
    .with('div', () => (b === 0n ? undefined : a / b))
    .with('min', () => (a < b ? a : b))
    .with('max', () => (a > b ? a : b))
    // Single bits of a clock do not measure time. Its low half does: that is `%clock`.
    .with('and', () => (isPredicate(type) || b === lowHalf ? a & b : undefined))
    .with('or', () => (isPredicate(type) ? a | b : undefined))
    .with('xor', () => (isPredicate(type) ? a ^ b : undefined))
    .with('not', () => (isPredicate(type) ? 1n - a : undefined))
    .with('shl', () => a << (b & 127n))
    .with('shr', () => a >> (b & 127n))
    .with('selp', () => (c !== 0n ? a : b))
    .otherwise(() => undefined)
  return result === undefined ? undefined : BigInt.asUintN(type.width, result)
}

const lowHalf = 0xffff_ffffn

/** Returns the conjunction or disjunction of two predicates that one of them decides. */
const decided = (
  operation: Arithmetic['operation'],
  type: DataType,
  values: readonly (bigint | undefined)[],
): bigint | undefined => {
  if (!isPredicate(type)) return undefined
  if (operation === 'and') return values.includes(0n) ? 0n : undefined
  return operation === 'or' && values.includes(1n) ? 1n : undefined
}

export const isPredicate = ({ width }: DataType): boolean => width === predicateType.width

function compared(one: SetPredicate, known: Known): bigint | undefined {
  const [left, right] = one.operands.map((operand) => numberOf(operand, known))
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
