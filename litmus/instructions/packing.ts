/** `mov` of a vector into one register, and of a register into a vector (ISA, `mov`: packing and unpacking). */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Instruction } from '../instruction.js'
import { type DataType, defaultType, sink, type Width } from '../operand.js'
import * as operand from './operands.js'
import type { Words } from './qualifiers.js'
import type { Arithmetic } from './register-instructions.js'
import type { Statement, StatementOperand, VectorSyntax } from './statement.js'

/** Returns whether a statement is `mov.b64 r, {a, b}` or `mov.b64 {a, b}, r`. */
export const isPacked = ({ mnemonic, operands }: Statement): boolean =>
  /^mov(\.|$)/.test(mnemonic) && operands.some(({ kind }) => kind === 'vector')

/**
 * Reads a statement that packs or unpacks. The parts of a vector are in order, the lowest bits first; unpacking takes
 * an instruction for each part, and `_` discards one.
 */
export function readPacked(statement: Statement, { types, others, spaces }: Words): Result<readonly Instruction[]> {
  const [type, ...more] = types
  const wrong = [...others, ...spaces, ...more][0]
  if (wrong !== undefined)
    return fail(diagnostic(`\`mov\` of a vector takes one type; \`.${wrong.text}\` has no meaning here`, wrong.span))
  if (type !== undefined && type.value.letter !== 'b')
    return fail(
      diagnostic(
        `\`mov\` of a vector takes a type of bits: write \`.b${type.value.width}\`, not \`.${type.text}\``,
        type.span,
      ),
    )
  const whole: DataType = type === undefined ? defaultType : { width: type.value.width, signed: type.value.signed }
  return then(operand.count(statement, 2, 2, 'mov.b64 r, {a, b}'), () => {
    const [to, from] = statement.operands
    if (to?.kind === 'vector') return then(partOf(to, whole), (part) => unpack(statement, to, part, from, whole))
    return from?.kind === 'vector'
      ? then(partOf(from, whole), (part) => pack(statement, from, part, to, whole))
      : fail()
  })
}

/** Returns the type of the elements. Fails on a number of elements that the type does not have. */
function partOf({ elements, span }: VectorSyntax, { width, signed }: DataType): Result<DataType> {
  const part = widths.find((one) => one * elements.length === width)
  return (elements.length === 2 || elements.length === 4) && part !== undefined
    ? ok({ width: part, signed })
    : fail(diagnostic(`${width} bits are not ${elements.length} elements; a vector here has 2 or 4`, span))
}

const widths: readonly Width[] = [8, 16, 32, 64]

const pack = (
  statement: Statement,
  { elements }: VectorSyntax,
  from: DataType,
  to: StatementOperand | undefined,
  type: DataType,
): Result<readonly Instruction[]> =>
  then(
    collect({
      destination: operand.destination(to),
      operands: operand.valuesOf(statement, elements, from),
      expected: operand.returnsNothing(statement),
    }),
    ({ destination, operands }) =>
      ok([{ kind: 'arithmetic', operation: 'pack', destination, operands, type, from, span: statement.span }]),
  )

const unpack = (
  statement: Statement,
  { elements }: VectorSyntax,
  type: DataType,
  given: StatementOperand | undefined,
  from: DataType,
): Result<readonly Instruction[]> =>
  then(
    collect({
      destinations: all(elements.map(operand.destination)),
      value: operand.valueOf(statement, given, from),
      expected: operand.returnsNothing(statement),
    }),
    ({ destinations, value }) => {
      const parts = destinations.flatMap((destination, i): readonly Arithmetic[] => {
        const part = { kind: 'integer', value: BigInt(i), span: statement.span } as const
        const operands = [value, part]
        return destination === sink
          ? []
          : [{ kind: 'arithmetic', operation: 'unpack', destination, operands, type, from, span: statement.span }]
      })
      // All parts are taken from the old value, so the part that overwrites its register comes last.
      const overwrites = ({ destination }: Arithmetic): boolean =>
        value.kind === 'register' && value.name === destination
      return ok([...parts.filter((one) => !overwrites(one)), ...parts.filter(overwrites)])
    },
  )
