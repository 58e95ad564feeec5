/** A computation on registers whose result is the same whatever the registers hold. */

import type { Instruction } from '../litmus/instruction.js'
import type { Arithmetic, SetPredicate } from '../litmus/instructions/register-instructions.js'
import type { Operand } from '../litmus/operand.js'
import type { Deviation } from './deviation.js'

/**
 * The assembler replaces the computation by its result, so that what follows does not wait for the read. The models
 * take dependencies from the text (`dep`), and No-Thin-Air forbids their cycles (ISA 8.10.4). No value comes out of
 * thin air where the hardware shows such a cycle: what is stored is the same, whatever is read.
 */
export const constantDependency: Deviation = {
  name: 'constant-dependency',
  compiler: 'ptxas 13.0',
  architecture: 'sm_90',
  what: 'what is computed does not depend on a register if the result is the same for each of its values',
  page: 'docs/hardware/README.md#known-deviations',
  weaken: (instructions) => {
    const folded = instructions.map(fold)
    return {
      instructions: folded,
      places: folded.flatMap(({ span }, at) => (folded[at] === instructions[at] ? [] : [span])),
    }
  },
}

/** Returns the move of its constant result that the assembler makes of a computation, or the instruction as it is. */
function fold(one: Instruction): Instruction {
  if (one.kind !== 'arithmetic' && one.kind !== 'set-predicate') return one
  const value = one.kind === 'arithmetic' ? resultOf(one) : truthOf(one)
  if (value === undefined || !one.operands.some(({ kind }) => kind === 'register')) return one
  const { destination, type, span } = one
  return { kind: 'arithmetic', operation: 'mov', destination, type, operands: [{ kind: 'integer', value, span }], span }
}

/** Returns the result of a computation if it is the same whatever its registers hold. */
function resultOf({ operation, operands: [left, right] }: Arithmetic): bigint | undefined {
  switch (operation) {
    case 'xor':
    case 'sub':
      return isSame(left, right) ? 0n : undefined
    case 'and':
    case 'mul':
    case 'mul-wide':
    case 'mul-hi':
      return isInteger(left, 0n) || isInteger(right, 0n) ? 0n : undefined
    case 'or':
      return isInteger(left, -1n) || isInteger(right, -1n) ? -1n : undefined
    case 'rem':
      return isInteger(right, 1n) ? 0n : undefined
    default:
      return undefined
  }
}

/** Returns the result of a comparison of a register with itself. A floating-point number may be no number. */
function truthOf({
  operator,
  operands: [left, right],
  floating,
  combined,
  positive,
}: SetPredicate): bigint | undefined {
  if (floating !== undefined || combined !== undefined || !isSame(left, right)) return undefined
  return operator === '==' || operator === '<=' || operator === '>=' ? (positive ?? 1n) : 0n
}

const isSame = (left: Operand | undefined, right: Operand | undefined): boolean =>
  left?.kind === 'register' && right?.kind === 'register' && left.name === right.name

const isInteger = (one: Operand | undefined, value: bigint): boolean => one?.kind === 'integer' && one.value === value
