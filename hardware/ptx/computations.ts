/** Writes computations and comparisons of registers. */

import { forms, isOfBits, operandType } from '../../litmus/instructions/computations.js'
import { comparisonWords } from '../../litmus/instructions/predicates.js'
import type { Arithmetic, SetPredicate } from '../../litmus/instructions/register-instructions.js'
import type { Operand } from '../../litmus/operand.js'
import { isPredicate, registerType } from '../../litmus/registers.js'
import { all, ok, type Result, then } from '../../source/result.js'
import { writtenAt } from '../../source/text.js'
import { valueForm } from './mentions.js'
import { containerBits, operand, refuse, sized, typed, type Writing } from './writing.js'

/** Returns the type that an operation on registers names. */
function operationType({ operation, type, from = type }: Arithmetic): string {
  const { types } = forms[operation]
  const isPredicateType = from.width === 8 && !from.signed
  if (isPredicateType) return '.pred'
  if (operation === 'cvt' || operation === 'cvt-sat') return `.${typed(type)}.${typed(from)}`
  if (operation === 'mov' || operation === 'selp') return `.b${from.width}`
  if (types.length === 0) return ''
  if (isOfBits(operation)) return `.b${from.width}`
  const [rule] = types
  const letter = rule?.letters.includes(from.signed ? 's' : 'u') ? (from.signed ? 's' : 'u') : (rule?.letters[0] ?? 'u')
  const second = types[1] === undefined ? '' : `.${types[1].letters[0]}32`
  return `.${letter}${from.width}${second}`
}

export function arithmeticLines(one: Arithmetic, writing: Writing): Result<readonly string[]> {
  const { operation, destination, operands, type, from = type, space, span } = one
  const { register } = writing
  if (
    operation === 'pack' ||
    operation === 'unpack' ||
    operation === 'addc' ||
    operation === 'subc' ||
    operation === 'carry' ||
    operation === 'borrow'
  )
    return ok([`${writtenAt(span).replace(/;$/, '')};`])
  const predicate = isPredicate(writing.thread.instructions, destination)
  if (!predicate && (type.width === 8 || from.width === 8)) return refuse('PTX computes with 16 bits or more', span)
  const result = containerBits(registerType(writing.thread, destination))
  if (!predicate && result !== type.width)
    return refuse(`\`${destination}\` has ${result} bits elsewhere, not ${type.width}`, span)
  const checked = operands.map((given, i) =>
    predicate || isSelector(one, i) ? truth(given, writing) : sized(given, operandType(one, i), writing),
  )
  const [address] = operands
  if (operation === 'mov' && address?.kind === 'address') {
    const { form } = valueForm(address.name, writing.thread, writing.program)
    if (form === 'texture') return refuse('a texture has no address', span)
    return ok([`add.u64 ${register(destination)}, ${writing.at(address.name, form)}, ${address.offset};`])
  }
  return then(all([...checked, ...operands.map((given) => operand(given, writing))]), (given) => {
    const words = [forms[operation].words, ...(space === undefined ? [] : [space])].join('.')
    return ok([`${words}${operationType(one)} ${[register(destination), ...given.slice(operands.length)].join(', ')};`])
  })
}

/** Checks that a register holds predicates. */
const truth = (one: Operand, { thread }: Writing): Result<string> =>
  one.kind !== 'register' || isPredicate(thread.instructions, one.name)
    ? ok('')
    : refuse(`\`${one.name}\` is not a predicate`, one.span)

/** Returns whether an operand is the predicate of `selp`. */
const isSelector = ({ operation }: Arithmetic, place: number): boolean => operation === 'selp' && place === 2

export function comparisonLines(comparing: SetPredicate, writing: Writing): Result<readonly string[]> {
  const { destination, operands, compared, floating, combined, positive, span } = comparing
  if (positive !== undefined) return refuse('`set` is not written', span)
  if (!isPredicate(writing.thread.instructions, destination))
    return refuse(`\`${destination}\` holds other values than predicates, too`, span)
  const of = floating === undefined ? typed(compared) : floating.format
  if (compared.width === 8) return refuse('PTX compares 16 bits or more', span)
  const checked = operands.map((one) => sized(one, compared, writing))
  const other = combined === undefined ? [] : [operand(combined.predicate, writing)]
  return then(all([...checked, ...operands.map((one) => operand(one, writing)), ...other]), (given) => {
    const [left, right, third] = given.slice(2)
    const last = third === undefined ? [] : [`${combined?.negated ? '!' : ''}${third}`]
    return ok([
      `setp.${comparisonWords(comparing)}.${of} ${[writing.register(destination), left, right, ...last].join(', ')};`,
    ])
  })
}
