/** Computes the value that an atomic writes, from the old value and its operands. */

import { match, P } from 'ts-pattern'
import type { AtomicOperation } from '../../litmus/instructions/access-definitions.js'
import type { DataType } from '../../litmus/operand.js'
import { must } from '../../source/must.js'
import { operatorOf } from './computations.js'
import { always, choice, compare, constant, type Expression, operation, type Predicate } from './expression.js'

export interface AtomicResult {
  readonly value: Expression
  /** Holds when the write takes place: always, except for a `cas`. */
  readonly guard: Predicate
  /** True if the written value is independent of the one that was read. */
  readonly ignoresOld: boolean
}

/** Returns the write of an atomic (ISA, `atom`). The operands have the width of the access. */
export function atomicResult(
  { operation: name, type }: { readonly operation: Exclude<AtomicOperation, 'function'>; readonly type: DataType },
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

/** Returns the operands in order. The readers check that there are as many as the operation takes. */
const operandsOf =
  (operation: string, operands: readonly Expression[]) =>
  (place: number): Expression =>
    must(operands[place], `operand ${place + 1} of ${operation}`)
