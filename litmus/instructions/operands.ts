/** Operands by their position. A missing one fails without a message: `count` reports it. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { all, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Address, DataType, Integer, Operand } from '../instruction.js'
import type { Statement, StatementOperand, Word } from './statement.js'

type Given = StatementOperand | undefined

/** A register that the instruction writes. */
export function destination(operand: Given): Result<string> {
  if (operand === undefined) return fail()
  if (operand.kind === 'vector' || operand.kind === 'foreign') return fail(refused(operand))
  if (operand.kind === 'word') return ok(operand.text)
  return fail(
    diagnostic(`expected a register, not ${operand.kind === 'address' ? 'an address' : 'an integer'}`, operand.span),
  )
}

/** An integer or a register that the instruction reads. */
export function value(operand: Given): Result<Operand> {
  if (operand === undefined) return fail()
  if (operand.kind === 'vector' || operand.kind === 'foreign') return fail(refused(operand))
  if (operand.kind === 'address')
    return fail(diagnostic('expected an integer or a register, not an address', operand.span))
  return ok(operand.kind === 'integer' ? operand : register(operand))
}

/** As `value`, where it may be left out. */
export const optionalValue = (operand: Given): Result<Operand | undefined> =>
  operand === undefined ? ok(undefined) : value(operand)

/** As `value`, of a type: an integer must be one that the type has, read as signed or as unsigned. */
export const valueOf = (operand: Given, { width }: Pick<DataType, 'width'>): Result<Operand> =>
  then(value(operand), (one) =>
    one.kind === 'integer' && !isValueOf(one.value, width)
      ? fail(diagnostic(`${one.value} is not a value of ${width} bits, the width of this instruction`, one.span))
      : ok(one),
  )

export const valuesOf = (operands: readonly StatementOperand[], type: DataType): Result<readonly Operand[]> =>
  all(operands.map((one) => valueOf(one, type)))

/** The error for operands of a load or a store in each other's place, as in `st r0, [x]`. Bare names of herd-style tests do not show it. */
export function exchanged({ operands, mnemonic }: Statement, addressAt: 0 | 1): Diagnostic | undefined {
  const [first, second] = operands
  const [address, other] = addressAt === 0 ? [second, first] : [first, second]
  if (operands.length !== 2 || address?.kind !== 'address' || (other?.kind !== 'word' && other?.kind !== 'integer'))
    return undefined
  const value = other.kind === 'word' ? other.text : `${other.value}`
  const right = addressAt === 0 ? `[${address.name}], ${value}` : `${value}, [${address.name}]`
  return diagnostic(`these operands are the wrong way round; write \`${mnemonic} ${right}\``, address.span)
}

/** The memory that the instruction accesses. */
export function address({ format }: Statement, operand: Given, space: Address['space']): Result<Address> {
  if (operand === undefined) return fail()
  if (operand.kind === 'vector' || operand.kind === 'foreign') return fail(refused(operand))
  if (operand.kind === 'word' && format === 'herd')
    return ok({ name: operand.text, owner: undefined, space, coordinate: undefined, span: operand.span })
  if (operand.kind === 'word') return fail(diagnostic(`expected an address: write \`[${operand.text}]\``, operand.span))
  if (operand.kind === 'integer')
    return fail(diagnostic('expected an address, not an integer; addresses are names', operand.span))
  const { name, owner, coordinate, span } = operand
  const element = coordinate?.kind === 'word' ? register(coordinate) : (coordinate ?? undefined)
  return ok({ name, owner: owner ?? undefined, space, coordinate: element, span })
}

/** Checks that there are as many operands as the form has. The error shows the form. */
export function count({ operands, span }: Statement, least: number, most: number, form: string): Result<undefined> {
  const given = operands.length
  if (given >= least && given <= most) return ok(undefined)
  return fail(
    diagnostic(
      `${given} operand${given === 1 ? '' : 's'} given; the form is \`${form}\``,
      operands[most]?.span ?? span,
    ),
  )
}

/** The value that an access must return. The type must have it, as a signed or unsigned value. */
export function expected({ expected }: Statement, { width }: DataType): Result<{ readonly expected?: Integer }> {
  if (expected === null) return ok({})
  if (isValueOf(expected.value, width)) return ok({ expected })
  return fail(
    diagnostic(`${expected.value} is not a value of ${width} bits, so no execution can meet this`, expected.span),
  )
}

/** Whether some value of that many bits equals the integer, as a signed or unsigned value. */
export const isValueOf = (integer: bigint, width: number): boolean =>
  integer < 2n ** BigInt(width) && integer >= -(2n ** BigInt(width - 1))

/** Rejects `== n` behind an instruction that returns nothing. */
export const returnsNothing = ({ expected, mnemonic }: Statement): Result<undefined> =>
  unless(expected === null ? [] : [diagnostic(`\`${mnemonic}\` returns no value to compare`, expected.span)])

/** For instructions that have neither operands nor a result. */
export const none = (statement: Statement): Result<undefined> =>
  then(returnsNothing(statement), () =>
    unless(
      statement.operands.slice(0, 1).map(({ span }) => diagnostic(`\`${statement.mnemonic}\` takes no operands`, span)),
    ),
  )

const register = ({ text, span }: Word): Operand => ({ kind: 'register', name: text, span })

/** What cannot be an operand. */
export function refused(operand: Extract<StatementOperand, { readonly kind: 'vector' | 'foreign' }>): Diagnostic {
  if (operand.kind === 'vector')
    return diagnostic('vector accesses are not modelled; write one access for each element', operand.span)
  const { what, text, span } = operand
  switch (what) {
    case 'computed address':
      return diagnostic(
        `\`${text}\` computes an address; addresses are names here, so declare a name for that location`,
        span,
      )
    case 'special register':
      return diagnostic(
        `\`${text}\` is not modelled here; a thread knows its %tid.x and %ctaid.x, and in a cluster %cluster_ctarank and %clusterid.x`,
        span,
      )
    case 'name with $':
      return diagnostic(`names have no \`$\` here: write \`${text.slice(1)}\``, span)
  }
}
