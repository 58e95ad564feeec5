/** Operands by their position. A missing one fails without a message: `count` reports it. */

import { counted } from '../../source/counted.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { all, fail, ok, type Result, then, unless } from '../../source/result.js'
import {
  type Address,
  type AddressOf,
  type DataType,
  type Integer,
  type Operand,
  type Register,
  sink,
} from '../operand.js'
import type { PlaceSyntax, Statement, StatementOperand, Word } from './statement.js'

type Given = StatementOperand | undefined

/** Returns a register that the instruction writes. */
export function destination(operand: Given): Result<string> {
  if (operand === undefined) return fail()
  if (isRefused(operand)) return fail(refused(operand))
  if (operand.kind === 'word') return ok(operand.text)
  return fail(
    diagnostic(`expected a register, not ${operand.kind === 'integer' ? 'an integer' : 'an address'}`, operand.span),
  )
}

/** Returns an integer, a register, or with an ampersand an address, which the instruction reads. */
export function value({ isMemory }: Statement, operand: Given): Result<Operand> {
  if (operand === undefined) return fail()
  switch (operand.kind) {
    case 'integer':
      return ok(operand)
    case 'word':
      return operand.text === sink
        ? fail(diagnostic(`\`${sink}\` discards an element that is loaded; it holds no value to store`, operand.span))
        : ok(register(operand))
    case 'address':
      return fail(diagnostic('expected an integer or a register, not an address', operand.span))
    case 'place': {
      if (operand.ampersand) return ok(addressOf(operand))
      const { name, index, offset } = operand
      const address = `the address is \`&${placeText(operand)}\``
      const sum = `a sum is an instruction of its own, as in \`add r, ${name}, ${offset}\``
      const instead = index !== null ? `load it first; ${address}` : isMemory(name) ? address : sum
      return fail(diagnostic(`expected an integer or a register: ${instead}`, operand.span))
    }
    case 'vector':
    case 'tile':
    case 'foreign':
    case 'negated':
    case 'pair':
      return fail(refused(operand))
  }
}

/**
 * Reads an operand as `value` does, for instructions that take the address of memory by its bare name, `mov` and `cvta`
 * (ISA, `mov`).
 */
export function valueOrPlace(statement: Statement, operand: Given): Result<Operand> {
  if (operand?.kind === 'place') return ok(addressOf(operand))
  if (operand?.kind === 'word' && statement.isMemory(operand.text)) return ok(addressOfWord(operand))
  return value(statement, operand)
}

/** Reads an operand as `value` does, if it may be left out and an address has no meaning. */
export const optionalNumber = (statement: Statement, operand: Given): Result<Integer | Register | undefined> =>
  operand === undefined
    ? ok(undefined)
    : then(value(statement, operand), (one) =>
        one.kind === 'address'
          ? fail(diagnostic('expected an integer or a register, not an address', one.span))
          : ok(one),
      )

/**
 * Reads an operand as `value` does, with a type: an integer must be in the type's range, as a signed or an unsigned
 * number.
 */
export const valueOf = (statement: Statement, operand: Given, type: Pick<DataType, 'width'>): Result<Operand> =>
  then(value(statement, operand), (one) => ofType(statement, one, type))

export const valuesOf = (
  statement: Statement,
  operands: readonly StatementOperand[],
  type: DataType,
): Result<readonly Operand[]> => all(operands.map((one) => valueOf(statement, one, type)))

/** Fails on an integer that the type does not have. In modules its low bits count, as in the assembler (ISA 4.5.1). */
export const ofType = (
  { format }: Pick<Statement, 'format'>,
  one: Operand,
  { width }: Pick<DataType, 'width'>,
): Result<Operand> => {
  if (one.kind !== 'integer' || isValueOf(one.value, width)) return ok(one)
  return format === 'ptx' ? ok({ ...one, value: BigInt.asUintN(width, one.value) }) : fail(tooWide(one, width))
}

export const tooWide = ({ value, span }: Integer, width: number): Diagnostic =>
  diagnostic(`${value} is not a value of ${width} bits, the width of this instruction`, span)

/** Returns whether an operand is an address, by its form alone. */
export const isAddress = (operand: Given): boolean => operand?.kind === 'place' && operand.ampersand

/**
 * Returns the error for operands of a load or a store in each other's place, as in `st r0, [x]`. Bare names of
 * herd-style tests do not show it.
 */
export function exchanged({ operands, mnemonic }: Statement, addressAt: 0 | 1): Diagnostic | undefined {
  const [first, second] = operands
  const [address, other] = addressAt === 0 ? [second, first] : [first, second]
  if (operands.length !== 2 || address?.kind !== 'address' || (other?.kind !== 'word' && other?.kind !== 'integer'))
    return undefined
  const value = other.kind === 'word' ? other.text : `${other.value}`
  const place = `[${placeText(address)}]`
  const right = addressAt === 0 ? `${place}, ${value}` : `${value}, ${place}`
  return diagnostic(`these operands are the wrong way round; write \`${mnemonic} ${right}\``, address.span)
}

/**
 * Returns the memory that the instruction accesses. Whether a bare name is memory or a register is found out when names
 * are linked.
 */
export function address({ format }: Statement, operand: Given, space: Address['space']): Result<Address> {
  if (operand === undefined) return fail()
  switch (operand.kind) {
    case 'vector':
    case 'tile':
    case 'foreign':
    case 'negated':
    case 'pair':
      return fail(refused(operand))
    case 'integer':
      return fail(diagnostic('expected an address, not an integer: a name of memory, or a register', operand.span))
    case 'word':
      return format === 'herd'
        ? ok({ ...plain, name: operand.text, space, span: operand.span })
        : fail(diagnostic(`expected an address: write \`[${operand.text}]\``, operand.span))
    case 'place': {
      // PTX also writes `a[2]` without brackets.
      if (operand.ampersand)
        return fail(
          diagnostic(
            `expected memory, not an address as a value: write \`${format === 'herd' ? placeText(operand) : `[${placeText(operand)}]`}\`; \`mov.u64 r, &${placeText(operand)}\` is for the address itself`,
            operand.span,
          ),
        )
      if (format === 'nvlitmus' && operand.index === null)
        return fail(diagnostic(`expected an address: write \`[${placeText(operand)}]\``, operand.span))
      return ok({ kind: 'name', ...placeOf(operand), space, coordinate: undefined })
    }
    case 'address': {
      const { coordinate } = operand
      const element = coordinate?.kind === 'word' ? register(coordinate) : (coordinate ?? undefined)
      return ok({ kind: 'name', ...placeOf(operand), space, coordinate: element })
    }
  }
}

const plain = { kind: 'name', owner: undefined, offset: 0n, coordinate: undefined } as const

/** Returns the address of memory that a test writes. */
export const addressOf = (place: PlaceSyntax): AddressOf => ({ kind: 'address', ...placeOf(place) })

export const addressOfWord = ({ text, span }: Word): AddressOf => ({
  kind: 'address',
  name: text,
  owner: undefined,
  offset: 0n,
  span,
})

const placeOf = ({ name, owner, index, offset, span }: Omit<PlaceSyntax, 'kind' | 'ampersand'>) => ({
  name,
  owner: owner ?? undefined,
  ...(index === null ? {} : { index }),
  offset,
  span,
})

/** Writes `a[2]+4`, as it was written. */
const placeText = ({ owner, name, index, offset }: Omit<PlaceSyntax, 'kind' | 'ampersand' | 'span'>): string =>
  `${owner === null ? '' : `${owner}:`}${name}${index === null ? '' : `[${index}]`}${offsetText(offset)}`

/** Writes `+8`, `-8`, or nothing. */
export const offsetText = (offset: bigint): string => (offset === 0n ? '' : offset < 0n ? `${offset}` : `+${offset}`)

/** Checks that there are as many operands as the form has. The error shows the form. */
export function count({ operands, span }: Statement, least: number, most: number, form: string): Result<undefined> {
  const given = operands.length
  if (given >= least && given <= most) return ok(undefined)
  return fail(diagnostic(`${counted(given, 'operand')} given; the form is \`${form}\``, operands[most]?.span ?? span))
}

/** Returns the value that an access must return. The type must have it, as a signed or unsigned value. */
export function expected({ expected }: Statement, type: DataType): Result<{ readonly expected?: Integer }> {
  if (expected === null) return ok({})
  return isValueOf(expected.value, type.width) ? ok({ expected }) : fail(impossible(expected, type))
}

export const impossible = ({ value, span }: Integer, { width }: DataType): Diagnostic =>
  diagnostic(`${value} is not a value of ${width} bits, so no execution can meet this`, span)

/** Returns whether some value of that many bits equals the integer, as a signed or unsigned value. */
export const isValueOf = (integer: bigint, width: number): boolean =>
  integer < 2n ** BigInt(width) && integer >= -(2n ** BigInt(width - 1))

/** Rejects `== n` after an instruction that returns nothing. */
export const returnsNothing = ({ expected, mnemonic }: Statement): Result<undefined> =>
  unless(expected === null ? [] : [diagnostic(`\`${mnemonic}\` returns no value to compare`, expected.span)])

/** Rejects operands and a result, for instructions that have neither. */
export const none = (statement: Statement): Result<undefined> =>
  then(returnsNothing(statement), () =>
    unless(
      statement.operands.slice(0, 1).map(({ span }) => diagnostic(`\`${statement.mnemonic}\` takes no operands`, span)),
    ),
  )

const register = ({ text, span }: Word): Register => ({ kind: 'register', name: text, span })

type Refused = Extract<StatementOperand, { kind: 'vector' | 'tile' | 'foreign' | 'negated' | 'pair' }>

const isRefused = (operand: StatementOperand): operand is Refused =>
  ['vector', 'tile', 'foreign', 'negated', 'pair'].includes(operand.kind)

/** Reports what cannot be an operand. */
export function refused(operand: Refused): Diagnostic {
  if (operand.kind === 'negated')
    return diagnostic(
      '`!` negates the last operand of `setp` and the register of a guard; write `not.pred` before this',
      operand.span,
    )
  if (operand.kind === 'pair') return diagnostic('two registers with `|` between are what `setp` writes', operand.span)
  if (operand.kind === 'tile')
    return diagnostic(`\`${operand.text}\`: several coordinates are for copies of tensors`, operand.span)
  if (operand.kind === 'vector')
    return diagnostic(
      'a vector is for loads and stores that say how many elements it has, as in `ld.v2.u32 {r0, r1}, …`',
      operand.span,
    )
  const { what, text, span } = operand
  switch (what) {
    case 'computed offset':
      return diagnostic(
        `\`${text}\`: an offset is an integer; compute the address first, as in \`add.u64 r, r, r1\`, and access \`[r]\``,
        span,
      )
    case 'computed index':
      return diagnostic(
        `\`${text}\`: an index is an integer; compute the address in a register, as in \`mov.u64 r, a\` and \`mad.wide.u32 r, i, 4, r\`, and access \`[r]\``,
        span,
      )
    case 'pointer of C':
      return diagnostic(`\`${text}\` is CUDA C++: write \`[${text.slice(1).trimStart()}]\``, span)
    case 'address in brackets':
      return diagnostic(
        `\`${text}\`: inside brackets a name needs no \`&\`: write \`${text.replace(/&\s*/, '')}\``,
        span,
      )
    case 'special register':
      return diagnostic(
        `\`${text}\` is not modelled here; a thread knows its %tid.x, %laneid and %ctaid.x, and in a cluster %cluster_ctarank and %clusterid.x`,
        span,
      )
    case 'coordinates':
      return diagnostic(`\`${text}\`: coordinates of several dimensions are not modelled`, span)
    case 'integer address':
      return diagnostic(`\`${text}\`: memory is accessed by its name or by an address in a register`, span)
    case 'mask':
      return diagnostic(`\`${text}\`: a part of an address is not modelled here`, span)
    case 'floating-point number':
      return diagnostic(`\`${text}\`: write the bits of a floating-point number, as in \`0f3F800000\``, span)
    case 'name with $':
      return diagnostic(`names have no \`$\` here: write \`${text.slice(1)}\``, span)
  }
}
