/** The parts of instructions as text: operands, addresses and types. */

import type { Format } from '../format.js'
import type { Access, Address, Constant, DataType, Operand, Target } from '../operand.js'
import { offsetText } from './operands.js'

/** Returns a register by its name, an integer, or an address. */
export const operandText = (one: Operand): string => (one.kind === 'register' ? one.name : printConstant(one))

/** Returns an integer, or an address. */
export const printConstant = (one: Constant): string =>
  one.kind === 'integer' ? `${one.value}` : `&${indexed(one)}${offsetText(one.offset)}`

/** Returns the operands that are present. */
export const operandTexts = (operands: readonly (Operand | undefined)[]): readonly string[] =>
  operands.flatMap((one) => (one === undefined ? [] : [operandText(one)]))

/** Returns the address that an access names. */
export const addressText = ({ address }: Pick<Access, 'address'>, format: Format): string => place(address, format)

/** Returns the memory of a copy as an address. */
export const targetText = ({ value, offset, span }: Target, format: Format): string => {
  const unsaid = { space: undefined, span } as const
  if (value.kind === 'register') return place({ kind: 'pointer', register: value.name, offset, ...unsaid }, format)
  return value.kind === 'integer'
    ? `[${value.value}${offsetText(offset)}]`
    : place({ ...value, kind: 'name', offset: value.offset + offset, coordinate: undefined, ...unsaid }, format)
}

/** Writes `.u32` and the like. */
export const explicitSuffix = ({ width, signed }: DataType): string =>
  `.${width === 128 ? 'b' : signed ? 's' : 'u'}${width}`

const place = (address: Address, format: Format): string => {
  const suffix = offsetText(address.offset)
  if (address.kind === 'pointer') return `[${address.register}${suffix}]`
  const { name, coordinate } = address
  const element = `${indexed(address)}${suffix}`
  if (coordinate !== undefined) return `[${element}, ${operandText(coordinate)}]`
  return format === 'herd' && suffix === '' && !name.includes(':') ? element : `[${element}]`
}

const indexed = ({ name, index }: { readonly name: string; readonly index?: bigint | undefined }): string =>
  index === undefined ? name : `${name}[${index}]`
