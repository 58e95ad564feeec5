/**
 * The parts of mbarrier instructions and asynchronous copies: dotted words that only they have, and places in memory as
 * operands.
 */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Address, Operand, Target } from '../operand.js'
import { qualifiersOf } from './opcodes.js'
import * as operand from './operands.js'
import { type Words, wordsOf } from './qualifiers.js'
import type { Statement, StatementOperand } from './statement.js'
import { unmodelledQualifier } from './unmodelled.js'

/** Returns the words after the name of an instruction, which is the start of its mnemonic. */
export const wordsBehind = (name: string, statement: Statement): Words => {
  const { others, ...words } = wordsOf(statement)
  return { ...words, others: others.slice(qualifiersOf(name).length) }
}

/**
 * Reports words that are not modelled or of none of the kinds, and a second word of a kind. Types and state spaces are
 * not among these words.
 */
export const checkWords = (name: string, { others }: Words, kinds: readonly (readonly string[])[]): Result<undefined> =>
  unless(
    others.flatMap(({ text, span }, i): readonly Diagnostic[] => {
      const kind = kinds.find((words) => words.includes(text))
      const why = kind === undefined && !/^v\d+$/.test(text) ? unmodelledQualifier(text) : undefined
      if (why !== undefined) return [diagnostic(`\`.${text}\` is refused: ${why}`, span)]
      if (kind === undefined)
        return [diagnostic(`\`.${text}\` has no meaning for \`${name}\`${takenBy(name, kinds.flat())}`, span)]
      const again = others.slice(0, i).some((other) => kind.includes(other.text))
      return again ? [diagnostic(`\`.${text}\` is one too many for \`${name}\``, span)] : []
    }),
  )

const takenBy = (name: string, words: readonly string[]): string =>
  words.length === 0 ? '' : `; \`${name}\` takes ${words.map((word) => `\`.${word}\``).join(', ')}`

/** Returns the only word among these that is written; undefined if none is. */
export const wordOf = <W extends string>({ others }: Words, words: readonly W[]): W | undefined =>
  words.find((word) => others.some(({ text }) => text === word))

/** Returns the memory that an operand in brackets names. */
export function plainAddress(
  statement: Statement,
  given: StatementOperand | undefined,
  space: Address['space'],
): Result<Address> {
  return then(operand.address(statement, given, space), (address) =>
    address.kind === 'name' && address.coordinate !== undefined
      ? fail(diagnostic(`\`${statement.mnemonic}\` takes an address without coordinates`, address.span))
      : ok(address),
  )
}

/**
 * Reads an address as `plainAddress` does, as a value. Whether a name is memory or a register is found out when names
 * are linked.
 */
export const targetOf = (
  statement: Statement,
  given: StatementOperand | undefined,
  space: Target['space'],
): Result<Target> =>
  then(plainAddress(statement, given, space), (address): Result<Target> => {
    const { span, offset } = address
    if (address.kind === 'pointer')
      return ok({ value: { kind: 'register', name: address.register, span }, offset, space, span })
    const { name, owner, index } = address
    const place = { name, owner, ...(index === undefined ? {} : { index }), offset, span }
    return ok({ value: { kind: 'address', ...place }, offset: 0n, space, span })
  })

/**
 * The qualifier of a bulk copy into the shared memory of several CTAs of the cluster, which its last operand selects.
 */
export const multicast = 'multicast::cluster'

/**
 * Returns the mask of CTAs, which follows the other operands; undefined without `.multicast`. Fails on more than 16
 * bits, and on a copy that is not into `.shared::cluster` from global memory.
 */
export function ctaMask(
  statement: Statement,
  words: Words,
  given: StatementOperand | undefined,
): Result<Operand | undefined> {
  const said = words.others.find(({ text }) => text === multicast)
  if (said === undefined) return ok(undefined)
  if (words.spaces.map(({ value }) => value).join(' ') !== 'shared::cluster global')
    return fail(
      diagnostic(`\`.${multicast}\` is for copies into several CTAs: write \`.shared::cluster.global\``, said.span),
    )
  return then(operand.optionalNumber(statement, given), (mask) =>
    mask?.kind === 'integer' && (mask.value < 0n || mask.value >= 2n ** 16n)
      ? fail(diagnostic(`${mask.value} is not a mask of CTAs, which has 16 bits`, mask.span))
      : ok(mask),
  )
}
