/** The arguments that a launch passes to the parameters of an entry, as bytes (ISA 7.1, 5.1.6). */

import { counted } from '../../source/counted.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { fail, failAll, ok, type Result, then } from '../../source/result.js'
import { isValueOf } from '../instructions/operands.js'
import type { TensorSyntax } from '../instructions/statement.js'
import type { AddressOf, Constant } from '../operand.js'
import { constantOf } from '../syntax/values.js'
import type { ArgumentSyntax } from '../syntax/words.js'
import { addressOfTensor, mapBytes } from '../tensor-maps.js'
import type { ParameterSyntax } from './syntax.js'
import { bitsOfFloat, typeNamed } from './types.js'

/** A value at some bytes of a parameter; a tensor map has the address of its tensor there. */
interface Piece {
  readonly offset: number
  readonly bytes: number
  readonly value: Constant
  readonly map?: TensorSyntax
}

/**
 * The contents of a parameter: bytes that no piece covers are 0. The bytes of a tensor map have no meaning for a
 * program.
 */
export interface Argument {
  readonly bytes: number
  readonly pieces: readonly Piece[]
  readonly map?: TensorSyntax
}

const addressBytes = 8

/** The alignment of a tensor map in bytes (`cuda.h`, `CUtensorMap`). */
const mapAlignment = 64

/** Returns the bytes of each parameter from the arguments of the launch. Fails on values that it cannot have. */
export function argumentFor(parameter: ParameterSyntax, given: ArgumentSyntax): Result<Argument> {
  const element = typeNamed(parameter.type.text)?.width
  if (element === undefined)
    return fail(diagnostic(`a parameter of type \`.${parameter.type.text}\` is not modelled`, given.span))
  const size = (element / 8) * parameter.type.vector
  const [dimension] = parameter.dimensions
  const bytes = parameter.dimensions.reduce((product, one) => product * Number(one?.value ?? 0n), size)
  if (given.kind === 'tensor')
    return bytes === mapBytes
      ? ok({ bytes, pieces: [], map: given })
      : fail(describing(`a tensor map has ${mapBytes} bytes`, parameter, given))
  if (bytes > addressBytes && given.kind !== 'structure' && given.kind !== 'list')
    return fail(
      describing(`a structure is given by its bytes, as in \`{0: x, 8: 3}\`${orMap(bytes)}`, parameter, given),
    )
  if (dimension === undefined)
    return then(pieces(parameter, given, 0, size, size), (all) => ok({ bytes: size, pieces: all }))
  return then(pieces(parameter, given, 0, bytes, size), (all) => ok({ bytes, pieces: all }))
}

const orMap = (bytes: number): string => (bytes === mapBytes ? ', a tensor map as `tensor(x, {8, 4}, {4, 2})`' : '')

/** Returns the pieces of a value from an offset on, with `bytes` bytes left. */
function pieces(
  parameter: ParameterSyntax,
  given: ArgumentSyntax,
  offset: number,
  room: number,
  element: number,
): Result<readonly Piece[]> {
  const problem = (message: string): Result<never> => fail(describing(message, parameter, given))
  switch (given.kind) {
    case 'integer':
    case 'float': {
      const bytes = Math.min(room, addressBytes)
      const value = given.kind === 'integer' ? given.value : bitsOfFloat(given.value, 8 * bytes)
      if (!isValueOf(value, 8 * bytes))
        return problem(
          `${given.kind === 'integer' ? given.value : given.text} is not a value of ${counted(8 * bytes, 'bit')}`,
        )
      return ok([{ offset, bytes, value: { kind: 'integer', value, span: given.span } }])
    }
    case 'word':
    case 'place': {
      if (room < addressBytes) return problem(`an address has 64 bits, this has ${8 * room}`)
      return ok([{ offset, bytes: addressBytes, value: constantOf(given) }])
    }
    case 'tensor': {
      if (room < mapBytes) return problem(`a tensor map has ${mapBytes} bytes, this has ${room}`)
      if (offset % mapAlignment !== 0)
        return problem(`byte ${offset} is not a multiple of ${mapAlignment}, as the place of a tensor map is`)
      return ok([{ offset, bytes: mapBytes, value: addressOfTensor(given), map: given }])
    }
    case 'list':
      if (given.values.length * element > room)
        return problem(
          `${counted(given.values.length, 'element')} of ${counted(element, 'byte')} are more than ${room}`,
        )
      return joined(given.values.map((one, i) => pieces(parameter, one, offset + i * element, element, element)))
    case 'structure': {
      const fields = given.fields.toSorted((a, b) => (a.offset.value < b.offset.value ? -1 : 1))
      return joined(
        fields.map(({ offset: at, value }, i) => {
          const end = Math.min(room, Number(fields[i + 1]?.offset.value ?? BigInt(room)))
          const left = end - Number(at.value)
          return left <= 0
            ? fail(
                describing(`byte ${at.value} is not one of its ${room}, or is given twice`, parameter, {
                  span: at.span,
                }),
              )
            : pieces(parameter, value, offset + Number(at.value), left, element)
        }),
      )
    }
  }
}

const joined = (results: readonly Result<readonly Piece[]>[]): Result<readonly Piece[]> => {
  const failed = results.flatMap((one) => (one.ok ? [] : one.diagnostics))
  return failed.length > 0 ? failAll(failed) : ok(results.flatMap((one) => (one.ok ? one.value : [])))
}

const describing = (message: string, parameter: ParameterSyntax, { span }: Pick<ArgumentSyntax, 'span'>): Diagnostic =>
  diagnostic(`${message}: \`${parameter.name.text}\` is ${typeText(parameter)}`, span, {
    message: 'declared',
    place: parameter.span,
  })

/** Writes `.u64`, or `.b8[24]`. */
export const typeText = ({ type, dimensions }: Pick<ParameterSyntax, 'type' | 'dimensions'>): string =>
  `.${type.text}${dimensions.map((one) => `[${one?.value ?? ''}]`).join('')}`

/**
 * A part of an argument: its bits, an address, or the bits of an address after some offset. Bytes that are not given
 * are 0.
 */
type Part =
  | { readonly kind: 'map' }
  | { readonly kind: 'bits'; readonly bits: bigint }
  | { readonly kind: 'address'; readonly address: AddressOf; readonly shift: number }

/**
 * Returns the value of the bytes of an argument from an offset on; undefined for bytes of an address together with
 * others.
 */
export function partOf({ pieces }: Argument, offset: number, width: number): Part | undefined {
  const end = offset + width / 8
  const parts = pieces.filter((one) => one.offset < end && offset < one.offset + one.bytes)
  if (parts.some(({ map }) => map !== undefined)) return { kind: 'map' }
  const address = parts.find((one) => one.value.kind === 'address')
  if (address?.value.kind === 'address')
    return offset >= address.offset && end <= address.offset + address.bytes
      ? { kind: 'address', address: address.value, shift: 8 * (offset - address.offset) }
      : undefined
  const bits = parts.reduce((sum, { offset: at, bytes, value }) => {
    const whole = value.kind === 'integer' ? BigInt.asUintN(8 * bytes, value.value) : 0n
    return sum | (at <= offset ? whole >> BigInt(8 * (offset - at)) : whole << BigInt(8 * (at - offset)))
  }, 0n)
  return { kind: 'bits', bits: BigInt.asUintN(width, bits) }
}
