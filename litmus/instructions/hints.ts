/**
 * Instructions that take time, move data between caches, or are for tools: they change no value (ISA, `nanosleep`,
 * `prefetch`, `applypriority`, `pmevent`).
 */

import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { cacheHint } from './qualifiers.js'
import type { Statement } from './statement.js'

/** The operands of each. */
const operands: ReadonlyMap<string, string> = new Map([
  ['nanosleep', 't'],
  ['prefetch', '[a]'],
  ['prefetchu', '[a]'],
  ['applypriority', '[a], 128'],
  ['pmevent', 'a'],
])

export const isHint = ({ mnemonic }: Pick<Statement, 'mnemonic'>): boolean => operands.has(opcodeOf(mnemonic))

/** Reads a hint, which makes no instruction. Fails on a wrong number of operands. */
export function readHint(statement: Statement): Result<readonly []> {
  const { mnemonic } = statement
  const form = operands.get(opcodeOf(mnemonic)) ?? ''
  const count = form === '' ? 0 : form.split(', ').length
  return then(operand.count(statement, count, count, `${mnemonic} ${form}`.trimEnd()), () =>
    then(operand.returnsNothing(statement), () => ok([])),
  )
}

/**
 * Returns the statement without the cache policy that `.L2::cache_hint`, if it is among its words, adds to its
 * operands.
 */
export function withoutPolicy(
  statement: Statement,
  words: readonly { readonly text: string; readonly span: Span }[],
): Result<Statement> {
  const named = words.find(({ text }) => text === cacheHint)
  if (named === undefined) return ok(statement)
  const policy = statement.operands.at(-1)
  return policy?.kind === 'word' || policy?.kind === 'integer'
    ? ok({ ...statement, operands: statement.operands.slice(0, -1) })
    : fail(diagnostic(`\`.${cacheHint}\` needs a cache policy, in a register, as the last operand`, named.span))
}
