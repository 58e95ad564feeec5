/** The words of `tcgen05` instructions, and addresses in Tensor Memory as operands. */

import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result } from '../../source/result.js'
import type { Statement, StatementOperand } from './statement.js'
import type { TensorAddress } from './tensor-memory.js'

/** A choice among words, of which one must be there, unless it is optional. */
interface Choice {
  readonly words: readonly string[]
  readonly optional?: true
}

const needed = (...words: readonly string[]): Choice => ({ words })
const optional = (...words: readonly string[]): Choice => ({ words, optional: true })

export const choice = { needed, optional }

/** The words of an instruction that all lanes of a warp execute together. */
export const together: readonly Choice[] = ['sync', 'aligned'].map((word) => needed(word))

/** Words that PTX has and that are not modelled. */
const refused: ReadonlyMap<string, string> = new Map([
  ['exclusive', 'allocations that exclude others are not modelled'],
  ['sync_restrict::shared::read::mma::a', 'the completion of the reads of one matrix alone is not modelled'],
  ['multicast::cluster::32b', 'masks of more than 16 CTAs are not modelled'],
  ['decompress::lut::b', 'lookup tables in Tensor Memory are not modelled'],
  ['kind::ti16', 'this kind, of `sm_107`, is not modelled'],
  ['spcompress', 'compression while loading is not modelled'],
])

/**
 * Returns the words of an instruction after its name, without the dots. Fails on a word that is none of the choices, on
 * two of one choice, and if one is missing.
 */
export function wordsAmong(
  name: string,
  { mnemonic, mnemonicSpan }: Statement,
  choices: readonly Choice[],
): Result<readonly string[]> {
  const words = mnemonic
    .slice(name.length)
    .split('.')
    .filter((word) => word !== '')
  const problem = (text: string): Result<never> => fail(diagnostic(`\`${mnemonic}\`: ${text}`, mnemonicSpan))
  for (const [i, word] of words.entries()) {
    const why = refused.get(word)
    if (why !== undefined) return problem(`\`.${word}\` is refused: ${why}`)
    const own = choices.find((one) => one.words.includes(word))
    if (own === undefined)
      return problem(
        `\`.${word}\` has no meaning for \`${name}\`, which takes ${choices.flatMap((one) => one.words.map((each) => `\`.${each}\``)).join(', ')}`,
      )
    if (words.slice(0, i).some((before) => own.words.includes(before))) return problem(`\`.${word}\` is one too many`)
  }
  const missing = choices.find((one) => !one.optional && !one.words.some((word) => words.includes(word)))
  return missing === undefined
    ? ok(words)
    : problem(`it lacks ${missing.words.map((word) => `\`.${word}\``).join(' or ')}`)
}

/** Returns the first of some words that is among the words of an instruction. */
export const firstOf = <W extends string>(words: readonly string[], choices: readonly W[]): W | undefined =>
  choices.find((one) => words.includes(one))

/** Returns an address in Tensor Memory: a register in brackets, and an offset. */
export function tensorAddress(statement: Statement, given: StatementOperand | undefined): Result<TensorAddress> {
  if (given === undefined) return fail()
  if (given.kind !== 'address' || given.owner !== null || given.index !== null || given.coordinate !== null)
    return fail(diagnostic('expected an address in Tensor Memory, which is a register in brackets: `[r]`', given.span))
  if (statement.isMemory(given.name))
    return fail(
      diagnostic(
        `\`${given.name}\` is memory of another kind; an address in Tensor Memory is what \`tcgen05.alloc\` stored, in a register`,
        given.span,
      ),
    )
  return ok({ base: { kind: 'register', name: given.name, span: given.span }, offset: given.offset })
}
