/** Computations on registers. */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import { type Arithmetic, defaultType } from '../instruction.js'
import * as operand from './operands.js'
import { type Qualifiers, readQualifiers, rejectQualifiers } from './qualifiers.js'
import type { Statement } from './statement.js'

/** `mov r, a`; `add r, a, b` and likewise `sub`, `mul` (the low half), `div`. Without a type, 32 bits and signed. */
export function readArithmetic(
  statement: Statement,
  qualifiers: Qualifiers,
  operation: Arithmetic['operation'],
): Result<Arithmetic> {
  const { operands, span } = statement
  const arity = operation === 'mov' ? 1 : 2
  const written = qualifiers.type[0]
  if (operation === 'div' && written?.value.letter === 'b') {
    return fail(diagnostic(`\`div\` needs a signed or unsigned type, not \`.${written.text}\``, written.span))
  }
  const { width, signed } = written?.value ?? defaultType
  return then(
    collect({
      qualifiers: rejectQualifiers(qualifiers, operation, { type: 1, half: operation === 'mul' ? 1 : 0 }),
      count: operand.count(statement, 1 + arity, 1 + arity, `${operation} r, a${arity === 2 ? ', b' : ''}`),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(operands[0]),
      operands: operand.valuesOf(operands.slice(1), { width, signed }),
    }),
    ({ destination, operands }) =>
      ok({ kind: 'arithmetic', operation, destination, operands, type: { width, signed }, span }),
  )
}

/** `ld r, 5` and `ld r, r1`, as herd-style tests write `mov`. */
export const readMove = (statement: Statement): Result<Arithmetic> =>
  then(readQualifiers('mov', statement.mnemonicSpan), (none) => readArithmetic(statement, none, 'mov'))
