/** The definitions of instructions that compute with registers alone: their parts, and how they are printed. */

import { writtenAt } from '../../source/text.js'
import { type DataType, predicateType, sink } from '../operand.js'
import { forms, isOfBits } from './computations.js'
import { computationFacts, type Definition } from './definition.js'
import { comparisonWords, formatOfOne } from './predicates.js'
import type { Arithmetic, SetPredicate, UnknownResult } from './register-instructions.js'
import { explicitSuffix, operandText } from './text.js'

export const arithmetic: Definition<Arithmetic> = {
  facts: computationFacts,
  withParts: (one, { operand }) => ({ ...one, operands: one.operands.map(operand) }),
  print: (one, format, isMemory) => {
    const { operation, destination, operands } = one
    if (operation === 'pack' || operation === 'unpack') return packed(one)
    const suffix = arithmeticSuffix(one)
    const asLoad =
      operation === 'mov' &&
      format === 'herd' &&
      suffix === '' &&
      !operands.some((given) => given.kind === 'address' || (given.kind === 'register' && isMemory(given.name)))
    const words = asLoad ? 'ld' : operationText(one)
    return `${words}${suffix} ${[destination, ...operands.map(operandText)].join(', ')}`
  },
}

export const setPredicate: Definition<SetPredicate> = {
  facts: computationFacts,
  withParts: (one, { operand }) => {
    const [left, right] = one.operands
    const operands = [operand(left), operand(right)] as const
    const { combined } = one
    return combined === undefined
      ? { ...one, operands }
      : { ...one, operands, combined: { ...combined, predicate: operand(combined.predicate) } }
  },
  print: (one) => {
    const { destination, operands, combined } = one
    const other = combined === undefined ? [] : [`${combined.negated ? '!' : ''}${operandText(combined.predicate)}`]
    return `${comparisonText(one)} ${[destination, ...operands.map(operandText), ...other].join(', ')}`
  },
}

/** It is printed as it was written. */
export const unknown: Definition<UnknownResult> = {
  facts: computationFacts,
  withParts: (one, { operand }) => ({ ...one, operands: one.operands.map(operand) }),
  print: ({ span }) => writtenAt(span),
}

/** Returns the suffix for a type. The default is 32 bits and signed. */
const typeSuffix = (type: DataType): string => (type.width === 32 && type.signed ? '' : explicitSuffix(type))

function arithmeticSuffix({ operation, type, from, operands }: Arithmetic): string {
  const { types, words } = forms[operation]
  if (operation === 'cvt' || operation === 'cvt-sat') return explicitSuffix(type) + explicitSuffix(from ?? type)
  if (words.startsWith('dp')) return types.map(({ letters: [letter] }) => `.${letter}32`).join('')
  if (types.length === 0) return ''
  const written = from ?? type
  const second = types[1] === undefined ? '' : `.${types[1].letters[0]}32`
  const plain = typeSuffix(written) + second
  // An instruction without a type has 64 bits if it has an address.
  if (plain === '' && !operands.some(({ kind }) => kind === 'address')) return ''
  if (!isOfBits(operation)) return explicitSuffix(written) + second
  return written.width === predicateType.width && written.signed === predicateType.signed
    ? '.pred'
    : `.b${written.width}`
}

/** Returns the words of an operation, in front of its types. */
const operationText = ({ operation, space }: Arithmetic): string => {
  const { words } = forms[operation]
  if (operation === 'mul') return 'mul'
  return space === undefined ? words : `${words}.${space}`
}

/** Writes a `mov` of a vector. Each part of an unpacked vector is a separate instruction. */
function packed({ operation, type, from = type, destination, operands }: Arithmetic): string {
  if (operation === 'pack') return `mov.b${type.width} ${destination}, {${operands.map(operandText).join(', ')}}`
  const [value, part] = operands
  const elements = Array.from({ length: from.width / type.width }, (_, i) =>
    part?.kind === 'integer' && part.value === BigInt(i) ? destination : sink,
  )
  return `mov.b${from.width} {${elements.join(', ')}}, ${value === undefined ? '' : operandText(value)}`
}

/** Returns the words of a comparison with its types. */
function comparisonText(comparing: SetPredicate): string {
  const { compared, floating, type, positive } = comparing
  const of = floating === undefined ? explicitSuffix(compared) : `.${floating.format}`
  const words = comparisonWords(comparing)
  if (positive === undefined) return `setp.${words}${of}`
  const format = formatOfOne(positive)
  return `set.${words}${format === undefined ? explicitSuffix(type) : `.${format}`}${of}`
}
