/** What operations compute: atomics from the old value and their operands, arithmetic from its operands. */

import { match, P } from 'ts-pattern'
import type { Arithmetic, Atomic, DataType } from '../../litmus/instruction.js'
import { must } from '../../source/must.js'
import type { BitsOperator } from './arithmetic.js'
import { always, choice, compare, constant, type Expression, operation, type Predicate, resize } from './expression.js'

export interface AtomicResult {
  readonly value: Expression
  /** When the write takes place: always, except for a `cas`. */
  readonly guard: Predicate
  /** Whether the written value is independent of the one that was read. */
  readonly ignoresOld: boolean
}

/** The write of an atomic (ISA, `atom`). The operands have the width of the access. */
export function atomicResult(
  { operation: name, type }: Pick<Atomic, 'operation' | 'type'>,
  old: Expression,
  operands: readonly Expression[],
): AtomicResult {
  const zero = constant(0n, type.width)
  const one = constant(1n, type.width)
  const operand = operandsOf(name, operands)
  const less = type.signed ? 'less-signed' : 'less-unsigned'
  const written = (value: Expression): AtomicResult => ({ value, guard: always, ignoresOld: false })
  return match(name)
    .with(P.union('add', 'sub', 'mul', 'div', 'and', 'or', 'xor'), (operator) =>
      written(operation(operatorOf(operator, type), old, operand(0))),
    )
    .with('min', () => written(choice(compare(less, operand(0), old), operand(0), old)))
    .with('max', () => written(choice(compare(less, old, operand(0)), operand(0), old)))
    .with('inc', () => {
      const next = operation('add', old, one)
      return written(operands.length === 0 ? next : choice(compare('less-unsigned', old, operand(0)), next, zero))
    })
    .with('dec', () => {
      const next = operation('sub', old, one)
      if (operands.length === 0) return written(next)
      const restarts: Predicate = {
        kind: 'or',
        of: [compare('equal', old, zero), compare('less-unsigned', operand(0), old)],
      }
      return written(choice(restarts, operand(0), next))
    })
    .with('exch', () => ({ value: operand(0), guard: always, ignoresOld: true }))
    .with('cas', () => ({ value: operand(1), guard: compare('equal', old, operand(0)), ignoresOld: false }))
    .exhaustive()
}

/**
 * The result of a computation on registers (ISA, Integer Arithmetic, Logic and Shift, Data Movement). Operands have the width of `from`, or
 * else of the result, except the third of `mad.wide`, which has that of the result, and shift amounts, which have 32 bits.
 */
export function arithmeticResult(
  { operation: name, type, from = type }: Pick<Arithmetic, 'operation' | 'type' | 'from'>,
  operands: readonly Expression[],
): Expression {
  const operand = operandsOf(name, operands)
  const wide = (place: number): Expression => resize(operand(place), type.width, from.signed)
  return match(name)
    .with('mov', 'cvta', 'cvta-to', () => operand(0))
    .with('cvt', () => wide(0))
    .with('neg', () => operation('sub', constant(0n, type.width), operand(0)))
    .with('not', () => operation('bit-xor', operand(0), constant(-1n, type.width)))
    .with('min', 'max', () => {
      const less = compare(type.signed ? 'less-signed' : 'less-unsigned', operand(0), operand(1))
      return name === 'min' ? choice(less, operand(0), operand(1)) : choice(less, operand(1), operand(0))
    })
    .with('mul-wide', () => operation('mul', wide(0), wide(1)))
    .with('mul-hi', () => {
      const twice = (place: number) => resize(operand(place), 2 * type.width, type.signed)
      const product = operation('mul', twice(0), twice(1))
      const shifted = operation('shift-right-unsigned', product, constant(BigInt(type.width), 2 * type.width))
      return resize(shifted, type.width, false)
    })
    .with('mad', () => operation('add', operation('mul', operand(0), operand(1)), operand(2)))
    .with('mad-wide', () => operation('add', operation('mul', wide(0), wide(1)), operand(2)))
    .with('shl', 'shr', (which) => shifted(which, type, operand(0), operand(1)))
    .with(P.union('add', 'sub', 'mul', 'div', 'rem', 'and', 'or', 'xor'), (operator) =>
      operation(operatorOf(operator, type), operand(0), operand(1)),
    )
    .exhaustive()
}

/** A shift. The amount has 32 bits, and what it says beyond the width of the value counts (ISA, `shl`, `shr`). */
function shifted(name: 'shl' | 'shr', { width, signed }: DataType, value: Expression, amount: Expression): Expression {
  const least = Math.max(width, 32)
  const operator = name === 'shl' ? 'shift-left' : signed ? 'shift-right-signed' : 'shift-right-unsigned'
  return resize(operation(operator, resize(value, least, signed), resize(amount, least, false)), width, false)
}

/** The operands in order. The readers check that there are as many as the operation takes. */
const operandsOf =
  (operation: string, operands: readonly Expression[]) =>
  (place: number): Expression =>
    must(operands[place], `operand ${place + 1} of ${operation}`)

const operatorOf = (
  name: 'add' | 'sub' | 'mul' | 'div' | 'rem' | 'and' | 'or' | 'xor',
  { signed }: DataType,
): BitsOperator => {
  switch (name) {
    case 'div':
    case 'rem':
      return signed ? `${name}-signed` : `${name}-unsigned`
    case 'and':
    case 'or':
    case 'xor':
      return `bit-${name}`
    default:
      return name
  }
}
