/**
 * Parameters of functions (ISA 5.1.6): `st.param` and `ld.param` of a call. Each becomes one register for each piece in
 * which it is written; a read combines the registers that it needs.
 */

import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import type { ArithmeticOperation } from '../instructions/register-instructions.js'
import type { DataType, Operand, Width } from '../operand.js'
import type { FlatItem } from './scopes.js'
import { typeNamed } from './types.js'

/** Bytes of a parameter. */
export interface Range {
  readonly offset: number
  readonly bytes: number
}

/** Returns the register that holds a piece of a parameter. No register that a module names has a `+` in its name. */
export const pieceName = (parameter: string, offset: number): string => `${parameter}+${offset}`

/** Returns an access by its mnemonic: the type of an element. Undefined if that is not modelled. */
export const parameterType = (mnemonic: string): DataType | undefined => typeNamed(mnemonic.split('.').at(-1) ?? '')

/** Returns the pieces in which code writes parameters, by their names. */
export function writtenPieces(items: readonly FlatItem[]): ReadonlyMap<string, readonly Range[]> {
  const writes = new Map<string, Range[]>()
  for (const item of items) {
    if (item.kind !== 'instruction' || !item.mnemonic.startsWith('st.param')) continue
    const [address, value] = item.operands
    const type = parameterType(item.mnemonic)
    if (address?.kind !== 'address' || type === undefined) continue
    const bytes = type.width / 8
    const count = value?.kind === 'vector' ? value.elements.length : 1
    const ranges = writes.get(address.name) ?? []
    writes.set(address.name, ranges)
    for (let i = 0; i < count; i++) ranges.push({ offset: Number(address.offset) + i * bytes, bytes })
  }
  return new Map([...writes].map(([name, ranges]) => [name, piecesOf(ranges)]))
}

/** Returns the bytes that no range splits. */
function piecesOf(ranges: readonly Range[]): readonly Range[] {
  const bounds = [...new Set(ranges.flatMap(({ offset, bytes }) => [offset, offset + bytes]))].toSorted((a, b) => a - b)
  return bounds.flatMap((offset, i): readonly Range[] => {
    const bytes = (bounds[i + 1] ?? offset) - offset
    const isWritten = ranges.some((one) => one.offset <= offset && offset < one.offset + one.bytes)
    if (bytes === 0 || !isWritten) return []
    return isWidth(8 * bytes)
      ? [{ offset, bytes }]
      : Array.from({ length: bytes }, (_, byte) => ({ offset: offset + byte, bytes: 1 }))
  })
}

const isWidth = (bits: number): bits is Width => bits === 8 || bits === 16 || bits === 32 || bits === 64
const unsigned = (bytes: number): DataType => {
  const width = 8 * bytes
  return { width: isWidth(width) ? width : 64, signed: false }
}

/** The names of registers that the reader needs. */
type Fresh = () => string

/** Returns a value, put into the pieces of a parameter. */
export const writesTo = (
  parameter: string,
  pieces: readonly Range[],
  { offset, bytes }: Range,
  value: Operand,
  { span, fresh }: { readonly span: Span; readonly fresh: Fresh },
): readonly Instruction[] =>
  pieces.flatMap((piece) => {
    const distance = piece.offset - offset
    if (distance < 0 || distance >= bytes) return []
    const destination = pieceName(parameter, piece.offset)
    if (distance === 0) return [computed('mov', destination, [value], unsigned(piece.bytes), span)]
    const shifted = fresh()
    return [
      computed('shr', shifted, [value, integer(8 * distance, span)], unsigned(bytes), span),
      computed('mov', destination, [register(shifted, span)], unsigned(piece.bytes), span),
    ]
  })

/**
 * Returns the value that is read from a parameter. Bytes that are never written come from a register that is never
 * written.
 */
export function readFrom(
  parameter: string,
  pieces: readonly Range[],
  offset: number,
  type: DataType,
  destination: string,
  { span, fresh }: { readonly span: Span; readonly fresh: Fresh },
): readonly Instruction[] {
  const bytes = type.width / 8
  const read = pieces.filter((one) => one.offset < offset + bytes && offset < one.offset + one.bytes)
  const [only] = read
  if (only === undefined || (read.length === 1 && only.offset === offset && only.bytes >= bytes))
    return [computed('mov', destination, [register(pieceName(parameter, offset), span)], type, span)]
  const whole = unsigned(bytes)
  const parts = read.map((piece): { readonly instructions: readonly Instruction[]; readonly value: Operand } => {
    const from = register(pieceName(parameter, piece.offset), span)
    const distance = offset - piece.offset
    const part = fresh()
    if (distance >= 0) {
      const narrow = fresh()
      return {
        instructions: [
          computed('shr', part, [from, integer(8 * distance, span)], unsigned(piece.bytes), span),
          computed('mov', narrow, [register(part, span)], whole, span),
        ],
        value: register(narrow, span),
      }
    }
    const wide = fresh()
    return {
      instructions: [
        computed('mov', wide, [from], whole, span),
        computed('shl', part, [register(wide, span), integer(-8 * distance, span)], whole, span),
      ],
      value: register(part, span),
    }
  })
  const [first, ...others] = parts
  const instructions = parts.flatMap((part) => part.instructions)
  let value: Operand = first?.value ?? integer(0, span)
  for (const other of others) {
    const sum = fresh()
    instructions.push(computed('or', sum, [value, other.value], whole, span))
    value = register(sum, span)
  }
  return [...instructions, computed('mov', destination, [value], type, span)]
}

const computed = (
  operation: ArithmeticOperation,
  destination: string,
  operands: readonly Operand[],
  type: DataType,
  span: Span,
): Instruction => ({ kind: 'arithmetic', operation, destination, operands, type, span })

const register = (name: string, span: Span): Operand => ({ kind: 'register', name, span })
const integer = (value: number, span: Span): Operand => ({ kind: 'integer', value: BigInt(value), span })
