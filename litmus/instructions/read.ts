/** Reads a statement as an instruction, with the orders, scopes and operands that its opcode takes. */

import { match } from 'ts-pattern'
import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import type { WrittenProxy } from '../proxy.js'
import { readAtomic, readLoad, readStore } from './accesses.js'
import { readArithmetic } from './arithmetic.js'
import { isCarried, readCarried } from './carries.js'
import { insteadOf } from './cuda.js'
import type { Reader } from './definition.js'
import { definitions } from './definitions.js'
import { asFence, readFence, readMembar } from './fences.js'
import { isOfFloatValues, readFloatAtomic } from './float-atomics.js'
import { isHint, readHint, withoutPolicy } from './hints.js'
import { isTested, readTested } from './lop3.js'
import { knownOpcodes, unmodelledInstruction } from './mnemonics.js'
import { opcodeOf, opcodes } from './opcodes.js'
import { isPacked, readPacked } from './packing.js'
import { readSet, readSetPredicate } from './predicates.js'
import { type Qualifiers, readQualifiers, wordsOf } from './qualifiers.js'
import type { Statement } from './statement.js'
import { isOfFloats, isUnknown, readFloats, readUnknown } from './uninterpreted.js'

const readers: readonly Reader<Instruction>[] = Object.values(definitions).flatMap(({ readers = [] }) => readers)

/**
 * Returns the instructions that a statement writes: several for a vector access, one for any other. Fails on an opcode
 * or a qualifier that is unknown or not modelled, on an order or a scope that the instruction cannot have or lacks, and
 * on operands of the wrong number or kind.
 */
export function readInstructions(statement: Statement): Result<readonly Instruction[]> {
  const { mnemonic, mnemonicSpan } = statement
  const reader = readers.find(({ takes }) => takes(statement))
  if (reader !== undefined) return reader.read(statement)
  if (isHint(statement)) return readHint(statement)
  const why = unmodelledInstruction(mnemonic)
  if (why !== undefined) return fail(diagnostic(`\`${mnemonic}\` is refused: ${why}`, mnemonicSpan))
  const name = opcodeOf(mnemonic)
  if (name === 'membar') {
    const fence = asFence(statement)
    return fence === undefined ? one(readMembar(statement)) : readInstructions(fence)
  }
  const opcode = opcodes.get(name)
  if (opcode === undefined) {
    const word = span(mnemonicSpan.source, mnemonicSpan.start, mnemonicSpan.start + name.length)
    return fail(diagnostic(`unknown instruction \`${name}\`${meant(statement)}`, word))
  }
  if (opcode.family === 'predicate') return name === 'set' ? readSet(statement) : readSetPredicate(statement)
  if (opcode.family === 'arithmetic') return readComputation(statement)
  return then(readQualifiers(statement), (qualifiers) =>
    then(withoutPolicy(statement, qualifiers.hint), (statement) =>
      match(opcode)
        .returnType<Result<readonly Instruction[]>>()
        .with({ family: 'load' }, ({ proxy }) => readLoad(statement, qualifiers, proxy))
        .with({ family: 'store' }, ({ proxy }) => readStore(statement, qualifiers, proxy))
        .with({ family: 'atom' }, ({ proxy }) => readAtomics(statement, qualifiers, proxy, 'atom'))
        .with({ family: 'red' }, ({ proxy }) => readAtomics(statement, qualifiers, proxy, 'red'))
        .with({ family: 'fence' }, () => one(readFence(statement, qualifiers)))
        .exhaustive(),
    ),
  )
}

const readAtomics = (
  statement: Statement,
  qualifiers: Qualifiers,
  proxy: WrittenProxy,
  family: 'atom' | 'red',
): Result<readonly Instruction[]> =>
  proxy === 'generic' && isOfFloatValues(qualifiers)
    ? readFloatAtomic(statement, qualifiers, family)
    : one(readAtomic(statement, qualifiers, proxy, family))

function readComputation(statement: Statement): Result<readonly Instruction[]> {
  const words = wordsOf(statement)
  if (isUnknown(statement)) return readUnknown(statement, words)
  if (isOfFloats(statement, words)) return readFloats(statement, words)
  if (isPacked(statement)) return readPacked(statement, words)
  if (isCarried(statement, words)) return readCarried(statement, words)
  if (isTested(statement, words)) return readTested(statement, words)
  return one(readArithmetic(statement, words))
}

const one = (result: Result<Instruction>): Result<readonly Instruction[]> => then(result, (only) => ok([only]))

/** Returns a suggestion for an unknown instruction, for the end of a message. */
function meant({ mnemonic }: Statement): string {
  const instead = insteadOf(mnemonic)
  if (instead !== undefined) return `; ${instead}`
  const [name, lower] = [opcodeOf(mnemonic), mnemonic.toLowerCase()]
  return name !== opcodeOf(lower) && knownOpcodes.includes(opcodeOf(lower))
    ? `; instructions are in lower case: \`${lower}\``
    : didYouMean(name, knownOpcodes)
}
