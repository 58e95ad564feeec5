/** Computations on registers (ISA, Integer Arithmetic, Logic and Shift, Data Movement and Conversion). */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import {
  type Arithmetic,
  type ArithmeticOperation,
  addressType,
  type DataType,
  defaultType,
  type Operand,
  type Width,
} from '../instruction.js'
import type { ArithmeticOpcode } from './opcodes.js'
import * as operand from './operands.js'
import { type Qualifiers, readQualifiers, rejectQualifiers, type TypeName } from './qualifiers.js'
import type { Statement } from './statement.js'

/** How many operands an operation takes. */
function arity(operation: ArithmeticOperation): 1 | 2 | 3 {
  switch (operation) {
    case 'mov':
    case 'neg':
    case 'not':
    case 'cvt':
    case 'cvta':
    case 'cvta-to':
      return 1
    case 'mad':
    case 'mad-wide':
      return 3
    default:
      return 2
  }
}

/** Whether an operation is of bits, which are neither signed nor unsigned. */
export const isOfBits = (operation: ArithmeticOperation): boolean =>
  ['and', 'or', 'xor', 'not', 'shl'].includes(operation)

/** The amount of a shift. */
const amountType: DataType = { width: 32, signed: false }

/** The type of an operand, by its place. */
export function operandType(
  { operation, type, from = type }: Pick<Arithmetic, 'operation' | 'type' | 'from'>,
  place: number,
): DataType {
  if ((operation === 'shl' || operation === 'shr') && place === 1) return amountType
  return operation === 'mad-wide' && place === 2 ? type : from
}

/**
 * `mov r, a`; `add r, a, b` and its like; `mul.lo`, `mul.hi`, `mul.wide`, `mad.lo`, `mad.wide`; `cvt.u64.u32 r, a`; `cvta.global.u64 r, a`
 * and `cvta.to.global.u64 r, a`. Without a type, 32 bits and signed; 64 bits, unsigned, where an address is among the operands.
 */
export const readArithmetic = (
  statement: Statement,
  qualifiers: Qualifiers,
  opcode: ArithmeticOpcode,
): Result<Arithmetic> =>
  then(operationOf(opcode, qualifiers, statement), (operation) => {
    const { operands, span } = statement
    const given = operands.slice(1)
    const count = arity(operation)
    const takesPlaces = ['mov', 'cvta', 'cvta-to'].includes(operation)
    const values = all(
      given.map((one) => (takesPlaces ? operand.valueOrPlace(statement, one) : operand.value(statement, one))),
    )
    const [space] = qualifiers.space
    return then(
      collect({
        qualifiers: rejectQualifiers(qualifiers, opcode, limits(opcode)),
        count: operand.count(statement, 1 + count, 1 + count, form(operation, count)),
        expected: operand.returnsNothing(statement),
        destination: operand.destination(operands[0]),
        operands: values,
        typed: typing(operation, qualifiers, values.ok ? values.value : [], statement),
      }),
      ({ destination, operands, typed }) => {
        const named = space === undefined || space.value === 'shared::cluster' ? {} : { space: space.value }
        const result = { kind: 'arithmetic', operation, destination, operands, ...typed, ...named, span } as const
        const fits = operands.map((one, place) => operand.ofType(one, operandType(result, place)))
        return then(all(fits), () => ok(result))
      },
    )
  })

const form = (operation: ArithmeticOperation, count: number): string => {
  const types = operation === 'cvt' ? '.u64.u32' : operation.startsWith('cvta') ? '.u64' : ''
  return `${operationText(operation, 'global')}${types} r, ${['a', 'b', 'c'].slice(0, count).join(', ')}`
}

const limits = (opcode: ArithmeticOpcode) => ({
  type: opcode === 'cvt' ? 2 : 1,
  half: opcode === 'mul' || opcode === 'mad' ? 1 : 0,
  ...(opcode === 'cvta' ? { space: 1, direction: 1 } : {}),
})

function operationOf(
  opcode: ArithmeticOpcode,
  { half: [half], direction: [to], space: [space] }: Qualifiers,
  { mnemonicSpan }: Statement,
): Result<ArithmeticOperation> {
  switch (opcode) {
    case 'mul':
      return ok(half?.value === 'hi' ? 'mul-hi' : half?.value === 'wide' ? 'mul-wide' : 'mul')
    case 'mad':
      if (half?.value === 'hi') return fail(diagnostic('`mad.hi` is not modelled; write `mul.hi` and `add`', half.span))
      return ok(half?.value === 'wide' ? 'mad-wide' : 'mad')
    case 'cvta':
      if (space === undefined)
        return fail(
          diagnostic(
            '`cvta` needs a state space, as in `cvta.global.u64 r, a` or `cvta.to.shared.u64 r, a`',
            mnemonicSpan,
          ),
        )
      if (space.value === 'shared::cluster')
        return fail(diagnostic('the window of a cluster is not modelled; write `.shared`', space.span))
      return ok(to === undefined ? 'cvta' : 'cvta-to')
    default:
      return ok(opcode)
  }
}

type Typing = Pick<Arithmetic, 'type' | 'from'>

/** The types of a computation. Errors: a type that PTX does not have for it (ISA, the section of each instruction). */
function typing(
  operation: ArithmeticOperation,
  { type: [first, second] }: Qualifiers,
  operands: readonly Operand[],
  { mnemonicSpan }: Statement,
): Result<Typing> {
  if (operation === 'cvt') {
    if (first === undefined || second === undefined)
      return fail(
        diagnostic('`cvt` needs two types, of the result and of the operand, as in `cvt.u64.u32 r, a`', mnemonicSpan),
      )
    const problems = [first, second].flatMap((one) =>
      one.value.letter === 'b' ? [diagnostic(needsSign(operation, one.text), one.span)] : [],
    )
    return then(unless(problems), () => ok({ type: plain(first.value), from: plain(second.value) }))
  }
  const inferred = operands.some(({ kind }) => kind === 'address') || operation.startsWith('cvta')
  const written: TypeName = first?.value ?? { ...(inferred ? addressType : defaultType), letter: 'u' }
  const problem = first === undefined ? undefined : wrongType(operation, first.value, first.text)
  if (first !== undefined && problem !== undefined) return fail(diagnostic(problem, first.span))
  // Bits are shifted as an unsigned value is.
  const type = operation === 'shr' && written.letter === 'b' ? { ...plain(written), signed: false } : plain(written)
  if (operation !== 'mul-wide' && operation !== 'mad-wide') return ok({ type })
  const wide = twice(type.width)
  return wide === undefined
    ? fail(diagnostic(`a product of twice ${type.width} bits has no type`, first?.span ?? mnemonicSpan))
    : ok({ type: { ...type, width: wide }, from: type })
}

const plain = ({ width, signed }: DataType): DataType => ({ width, signed })

const twice = (width: Width): Width | undefined => ([16, 32, 64] as const).find((one) => one === 2 * width)

/** Why an operation cannot have a type; undefined if it can. */
function wrongType(operation: ArithmeticOperation, { letter, width }: TypeName, text: string): string | undefined {
  if (isOfBits(operation) && letter !== 'b')
    return `\`${operation}\` is of bits: write \`.b${width}\`, not \`.${text}\``
  if (['div', 'rem', 'min', 'max', 'mul-hi', 'mul-wide', 'mad-wide'].includes(operation) && letter === 'b')
    return needsSign(operation, text)
  if (operation === 'neg' && letter !== 's') return `\`neg\` needs a signed type, not \`.${text}\``
  if (operation.startsWith('cvta') && (width !== 64 || letter !== 'u'))
    return `an address has 64 bits: write \`.u64\`, not \`.${text}\``
  return undefined
}

const needsSign = (operation: ArithmeticOperation, type: string): string =>
  `\`${operation.replace('-', '.')}\` needs a signed or unsigned type, not \`.${type}\``

/** `ld r, 5` and `ld r, r1`, as herd-style tests write `mov`. */
export const readMove = (statement: Statement): Result<Arithmetic> =>
  then(readQualifiers('mov', statement.mnemonicSpan), (none) => readArithmetic(statement, none, 'mov'))

/** The words of an operation, in front of its types. */
export const operationText = (operation: ArithmeticOperation, space: Arithmetic['space']): string => {
  switch (operation) {
    case 'mul-hi':
      return 'mul.hi'
    case 'mul-wide':
      return 'mul.wide'
    case 'mad':
      return 'mad.lo'
    case 'mad-wide':
      return 'mad.wide'
    case 'cvta':
      return `cvta.${space}`
    case 'cvta-to':
      return `cvta.to.${space}`
    default:
      return operation
  }
}
