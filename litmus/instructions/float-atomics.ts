/**
 * Atomics on floating-point values (ISA, `atom`, `red`). The values that they write are not computed. Vectors and
 * packed values are scalars, each atomic and in no order among themselves (ISA 8.2.4, 8.2.5).
 */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import { type DataType, type Operand, type Register, sink } from '../operand.js'
import type { Atomic } from './access-definitions.js'
import { accessLimits, atomicOrders, elementAddress, elementOf, spaceNamed } from './accesses.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { type Qualifiers, rejectQualifiers } from './qualifiers.js'
import type { Arithmetic } from './register-instructions.js'
import type { Statement, StatementOperand } from './statement.js'
import { atomicStrength } from './strength.js'

export const isOfFloatValues = ({ type: [type] }: Qualifiers): boolean => type?.value.letter === 'f'

/** Reads `atom.add.f32 r, [x], a`, `red.add.noftz.f16x2 [x], a`, `atom.global.v2.f32.add {r, s}, [x], {a, b}`. */
export function readFloatAtomic(
  statement: Statement,
  qualifiers: Qualifiers,
  family: 'atom' | 'red',
): Result<readonly Instruction[]> {
  const { span, mnemonicSpan } = statement
  const name = opcodeOf(statement.mnemonic)
  const [type] = qualifiers.type
  const [operation] = qualifiers.operation
  const [vector] = qualifiers.vector
  if (operation === undefined || type === undefined)
    return fail(diagnostic(`\`${name}\` needs an operation, such as \`.add\``, mnemonicSpan))
  if (!['add', 'min', 'max'].includes(operation.value))
    return fail(
      diagnostic(
        `\`.${operation.text}\` is not for floating-point values: write \`.b${type.value.width}\`, not \`.${type.text}\``,
        operation.span,
      ),
    )
  const returns = family === 'atom'
  const operands = statement.operands.slice(returns ? 1 : 0)
  const form = `${name}.${operation.value}.${type.text} ${returns ? 'r, ' : ''}[x], value`
  const count = vector?.value ?? 1
  return then(
    collect({
      qualifiers: rejectQualifiers(qualifiers, name, { ...accessLimits('generic'), operation: 1, rounding: 1 }),
      count: operand.count(statement, returns ? 3 : 2, returns ? 3 : 2, form),
      expected: operand.returnsNothing(statement),
      strength: atomicStrength(statement, qualifiers, atomicOrders),
      address: operand.address(statement, operands[0], spaceNamed(qualifiers)),
      destinations: returns
        ? then(elementsOf(statement.operands[0], count), (some) => all(some.map(operand.destination)))
        : ok([]),
      values: then(elementsOf(operands[1], count), (some) => operand.valuesOf(statement, some, type.value)),
    }),
    ({ strength, address, destinations, values }): Result<readonly Instruction[]> => {
      const whole: DataType = { width: type.value.width, signed: false }
      const scalar: DataType = type.value.packed ? { width: 16, signed: false } : whole
      const parts = whole.width / scalar.width
      const scalars = values.flatMap((value) => Array.from({ length: parts }, (_, part) => ({ value, part })))
      const function_ = `atom.${operation.value}.${type.text.replace('x2', '')}`
      const named = (what: string, i: number): Register => ({ kind: 'register', name: `${what} ${i}`, span })
      const addends = scalars.map(({ value, part }, i) =>
        parts === 1 ? value : value.kind === 'integer' ? partOf(value.value, part, scalar, span) : named('addend', i),
      )
      const results = scalars.map((_, i) => (parts === 1 ? (destinations[i] ?? sink) : named('former part', i).name))
      const atomics = scalars.map((_, i): Atomic => {
        const access = { address: elementAddress(address, scalar, i), type: scalar, ...elementOf(i, scalars) }
        const [addend] = addends.slice(i, i + 1)
        return {
          kind: 'atomic',
          ...strength,
          proxy: 'generic',
          ...access,
          operation: 'function',
          function: function_,
          destination: returns ? results[i] : undefined,
          operands: addend === undefined ? [] : [addend],
          span,
        }
      })
      if (parts === 1) return ok(addressLast(atomics))
      const before = scalars.flatMap(({ value, part }, i): readonly Arithmetic[] =>
        value.kind === 'integer'
          ? []
          : [
              {
                kind: 'arithmetic',
                operation: 'unpack',
                destination: named('addend', i).name,
                operands: [value, { kind: 'integer', value: BigInt(part), span }],
                type: scalar,
                from: whole,
                span,
              },
            ],
      )
      const after = destinations.flatMap((destination, i): readonly Arithmetic[] =>
        destination === sink
          ? []
          : [
              {
                kind: 'arithmetic',
                operation: 'pack',
                destination,
                operands: Array.from({ length: parts }, (_, part) => named('former part', i * parts + part)),
                type: whole,
                from: scalar,
                span,
              },
            ],
      )
      return ok([...before, ...atomics, ...after])
    },
  )
}

/** Returns the elements of a vector, or a single value. Fails if their number is wrong. */
function elementsOf(given: StatementOperand | undefined, count: number): Result<readonly StatementOperand[]> {
  if (given === undefined) return fail()
  if (count === 1) return ok([given])
  return given.kind === 'vector' && given.elements.length === count
    ? ok(given.elements)
    : fail(diagnostic(`\`.v${count}\` takes ${count} elements in braces`, given.span))
}

const partOf = (value: bigint, part: number, { width }: DataType, span: Span): Operand => ({
  kind: 'integer',
  value: BigInt.asUintN(width, value >> BigInt(part * width)),
  span,
})

/**
 * Orders the atomics of one vector. They read their address and values once, so the one that overwrites a register
 * comes last.
 */
const addressLast = (atomics: readonly Atomic[]): readonly Atomic[] => {
  const read = new Set(
    atomics.flatMap(({ address, operands }) => [
      ...(address.kind === 'name' ? [address.name] : [address.register]),
      ...operands.flatMap((one) => (one.kind === 'register' ? [one.name] : [])),
    ]),
  )
  const overwrites = ({ destination }: Atomic): boolean => destination !== undefined && read.has(destination)
  return [...atomics.filter((one) => !overwrites(one)), ...atomics.filter(overwrites)]
}
