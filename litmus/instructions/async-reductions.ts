/** The operation of `cp.reduce.async.bulk` on each element, and of `red.async` on its value (ISA). */

import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result } from '../../source/result.js'
import type { DataType, Target } from '../operand.js'
import type { AtomicOperation } from './access-definitions.js'
import { wordOf } from './async-words.js'
import type { Words } from './qualifiers.js'
import type { Statement } from './statement.js'

/** The operation on each element. `function` names an uninterpreted function. */
export interface Reduction {
  readonly operation: AtomicOperation
  readonly type: DataType
  readonly function?: string
}

/** The types that elements can have in shared memory, and further ones in global memory, by operation. */
const types = {
  add: [
    ['u32', 's32', 'u64'],
    ['f16', 'bf16', 'f32', 'f64'],
  ],
  min: [
    ['u32', 's32'],
    ['u64', 's64', 'f16', 'bf16'],
  ],
  max: [
    ['u32', 's32'],
    ['u64', 's64', 'f16', 'bf16'],
  ],
  inc: [['u32'], []],
  dec: [['u32'], []],
  and: [['b32'], ['b64']],
  or: [['b32'], ['b64']],
  xor: [['b32'], ['b64']],
} as const satisfies { readonly [O in Reduction['operation']]?: readonly [readonly string[], readonly string[]] }

export const reductionOperations = ['add', 'min', 'max', 'inc', 'dec', 'and', 'or', 'xor'] as const

export const isReduction = ({ mnemonic }: Statement): boolean => mnemonic.startsWith('cp.reduce.')

/**
 * Fails on a missing operation, a type that the operation does not have, and a `.noftz` that has no meaning or is
 * missing.
 */
export function readReduction(
  name: string,
  { mnemonicSpan }: Statement,
  words: Words,
  to: Target['space'],
): Result<Reduction> {
  const operation = wordOf(words, reductionOperations)
  const [type, second] = words.types
  if (operation === undefined)
    return fail(
      diagnostic(
        `\`${name}\` needs an operation: ${reductionOperations.map((one) => `\`.${one}\``).join(', ')}`,
        mnemonicSpan,
      ),
    )
  if (second !== undefined) return fail(diagnostic(`\`.${second.text}\` is one type too many`, second.span))
  const [shared, global] = types[operation]
  const possible: readonly string[] = to === 'global' ? [...shared, ...global] : shared
  if (type === undefined || !possible.includes(type.text))
    return fail(
      diagnostic(
        `in ${to === 'global' ? 'global' : 'shared'} memory, \`.${operation}\` is for ${possible.map((one) => `\`.${one}\``).join(', ')}`,
        type?.span ?? mnemonicSpan,
      ),
    )
  const { letter, width, signed } = type.value
  const noftz = words.others.find(({ text }) => text === 'noftz')
  const needsNoftz = operation === 'add' && letter === 'f' && width === 16
  if (needsNoftz !== (noftz !== undefined))
    return fail(
      diagnostic(
        needsNoftz
          ? `\`.add.${type.text}\` is written \`.add.noftz.${type.text}\``
          : `\`.noftz\` is for \`.add.noftz.f16\` and \`.add.noftz.bf16\``,
        (noftz ?? type).span,
      ),
    )
  return ok(
    letter === 'f'
      ? { operation: 'function', type: { width, signed: false }, function: functionName(operation, type.text) }
      : { operation, type: { width, signed } },
  )
}

/** Returns the name of the function, the same as that of an atomic: equal operands give equal results. */
const functionName = (operation: string, type: string): string => `atom.${operation}.${type}`

/** Returns the words of a reduction, as PTX writes them. */
export function reductionWords({ operation, type: { width, signed }, function: name }: Reduction): string {
  if (name === undefined) {
    const isOfBits = operation === 'and' || operation === 'or' || operation === 'xor'
    return `${operation}.${isOfBits ? 'b' : signed ? 's' : 'u'}${width}`
  }
  const [, what = '', type = ''] = name.split('.')
  return `${what}${what === 'add' && width === 16 ? '.noftz' : ''}.${type}`
}
