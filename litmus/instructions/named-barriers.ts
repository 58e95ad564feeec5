/**
 * The barriers 0 to 15 of a CTA (ISA, `bar`): `bar.sync`, `bar.arrive`, `bar.red`, and `barrier` with the same words.
 */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { type DataType, type Integer, type Operand, predicateType, type Register } from '../operand.js'
import { warpSize } from '../warp-size.js'
import { barrierFacts, type Definition, readerOf } from './definition.js'
import { opcodeOf, qualifiersOf } from './opcodes.js'
import * as operand from './operands.js'
import { returns, synchronisationRow } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'
import { operandText, operandTexts } from './text.js'

/**
 * The barriers 0 to 15 of a CTA (ISA, `bar`): `bar.sync`, `bar.arrive`, `bar.red`, and `barrier` with the same words.
 */
export interface NamedBarrier {
  readonly kind: 'named-barrier'
  readonly action: 'sync' | 'arrive' | 'red'
  /** True if the threads of a warp execute it together. */
  readonly aligned: boolean
  readonly id: Operand
  /** The number of threads that take part; all of the CTA by default. */
  readonly threads: Operand | undefined
  /** The result of `red`, over the predicates of all participants. */
  readonly reduction?: {
    readonly operation: 'popc' | 'and' | 'or'
    readonly destination: string
    readonly predicate: Operand
    readonly negated: boolean
  }
  readonly span: Span
}

/** The number of named barriers in a CTA. */
export const namedBarriers = 16

/**
 * Returns whether a statement is a named barrier. In tests, `bar.cta.sync` and `bar.cta.arrive` follow Dartagnan's rule
 * instead.
 */
export const isNamedBarrier = ({ mnemonic, format }: Pick<Statement, 'mnemonic' | 'format'>): boolean => {
  const opcode = opcodeOf(mnemonic)
  const [first = '', second] = qualifiersOf(mnemonic)
  if (opcode === 'barrier') return !first.startsWith('cluster')
  return opcode === 'bar' && first !== 'warp' && (format === 'ptx' || first !== 'cta' || second === 'red')
}

const actions = ['sync', 'arrive', 'red'] as const
const reductions = ['popc', 'and', 'or'] as const
type Reduction = NonNullable<NamedBarrier['reduction']>

/**
 * Reads `bar.sync a[, b]`, `bar.arrive a, b`, `bar.red.popc.u32 d, a[, b], {!}p` and `bar.red.and.pred`, `.or.pred`;
 * `barrier.sync` and the like, with or without `.aligned`, which `bar` always is. Fails on other words, operands that
 * the form does not have, a barrier that a CTA does not have, and a count that is not a whole number of warps.
 */
function readNamedBarrier(statement: Statement): Result<NamedBarrier> {
  const opcode = opcodeOf(statement.mnemonic)
  const words = qualifiersOf(statement.mnemonic).filter((word, i) => i > 0 || word !== 'cta')
  const [named = '', ...more] = words
  const action = actions.find((one) => one === named)
  if (action === undefined)
    return fail(
      diagnostic(
        `a barrier of a CTA is \`${opcode}.sync\`, \`${opcode}.arrive\` or \`${opcode}.red\`${didYouMean(
          `${opcode}.${named}`,
          actions.map((one) => `${opcode}.${one}`),
        )}`,
        statement.mnemonicSpan,
      ),
    )
  const aligned = opcode === 'bar' || more.includes('aligned')
  const rest = opcode === 'barrier' ? more.filter((word) => word !== 'aligned') : more
  return action === 'red' ? readReduction(statement, aligned, rest) : readPlain(statement, action, aligned, rest)
}

function readPlain(
  statement: Statement,
  action: 'sync' | 'arrive',
  aligned: boolean,
  words: readonly string[],
): Result<NamedBarrier> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  const form = action === 'sync' ? `${mnemonic} a[, b]` : `${mnemonic} a, b`
  return then(
    collect({
      words: unless(words.map((word) => diagnostic(superfluous(mnemonic, action, word), mnemonicSpan))),
      count: operand.count(statement, action === 'sync' ? 1 : 2, 2, form),
      expected: operand.returnsNothing(statement),
      id: identifier(statement, operands[0]),
      threads: participants(statement, operands[1]),
    }),
    ({ id, threads }) => ok({ kind: 'named-barrier', action, aligned, id, threads, span }),
  )
}

const superfluous = (mnemonic: string, action: string, word: string): string =>
  word === 'aligned'
    ? `\`${mnemonic}\`: \`bar\` is always aligned; write \`bar.${action}\``
    : `\`${mnemonic}\`: \`${opcodeOf(mnemonic)}.${action}\` takes no \`.${word}\``

function readReduction(statement: Statement, aligned: boolean, words: readonly string[]): Result<NamedBarrier> {
  const { mnemonic, mnemonicSpan, operands, span } = statement
  const operation = reductions.find((one) => one === words[0])
  const type = operation === 'popc' ? 'u32' : 'pred'
  if (operation === undefined || words.length !== 2 || words[1] !== type)
    return fail(
      diagnostic(
        `\`${mnemonic}\`: a reduction is \`.red.popc.u32\`, \`.red.and.pred\` or \`.red.or.pred\``,
        mnemonicSpan,
      ),
    )
  const predicate = operands.at(-1)
  const negated = predicate?.kind === 'negated'
  return then(
    collect({
      count: operand.count(statement, 3, 4, `${mnemonic} d, a[, b], p`),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(operands[0]),
      id: identifier(statement, operands[1]),
      threads: participants(statement, operands.length > 3 ? operands[2] : undefined),
      predicate: operand.value(statement, negated ? predicate.register : predicate),
    }),
    ({ id, threads, destination, predicate }) => {
      const reduction: Reduction = { operation, destination, predicate, negated }
      return ok({ kind: 'named-barrier', action: 'red', aligned, id, threads, reduction, span })
    },
  )
}

/** Returns the number of the barrier. */
const identifier = (statement: Statement, given: StatementOperand | undefined): Result<Integer | Register> =>
  then(operand.optionalNumber(statement, given), (id) => {
    if (id === undefined) return fail()
    return isBarrier(id) ? ok(id) : fail(noBarrier(id))
  })

const isBarrier = (id: Integer | Register): boolean =>
  id.kind === 'register' || (id.value >= 0n && id.value < BigInt(namedBarriers))

const noBarrier = (id: Integer | Register): Diagnostic =>
  diagnostic(
    `a CTA has the barriers 0 to ${namedBarriers - 1}, not ${id.kind === 'integer' ? id.value : id.name}`,
    id.span,
  )

/** Returns the number of threads that take part. */
const participants = (
  statement: Statement,
  given: StatementOperand | undefined,
): Result<Integer | Register | undefined> =>
  then(operand.optionalNumber(statement, given), (threads) => {
    if (threads?.kind !== 'integer' || (threads.value > 0n && threads.value % BigInt(warpSize) === 0n))
      return ok(threads)
    return fail(
      diagnostic(
        `a barrier counts whole warps: the number of threads is a multiple of ${warpSize}, not ${threads.value}`,
        threads.span,
      ),
    )
  })

/** Returns the number of predicates that hold, or a predicate. */
export const reductionType = ({ operation }: Pick<Reduction, 'operation'>): DataType =>
  operation === 'popc' ? { width: 32, signed: false } : predicateType

/** Returns the words of the instruction as PTX writes them. */
const mnemonicOf = ({ action, aligned, reduction }: NamedBarrier): string => {
  const opcode = aligned ? 'bar' : 'barrier.cta'
  if (reduction === undefined) return `${opcode}.${action}`
  return `${opcode}.red.${reduction.operation}.${reductionType(reduction) === predicateType ? 'pred' : 'u32'}`
}

export const namedBarrier: Definition<NamedBarrier> = {
  facts: barrierFacts,
  withParts: (one, { operand }) => {
    const { reduction } = one
    const changed = { ...one, id: operand(one.id), threads: one.threads && operand(one.threads) }
    return reduction === undefined
      ? changed
      : { ...changed, reduction: { ...reduction, predicate: operand(reduction.predicate) } }
  },
  print: (one) => {
    const { id, threads, reduction } = one
    const given = operandTexts([id, threads])
    if (reduction === undefined) return `${mnemonicOf(one)} ${given.join(', ')}`
    const { destination, negated, predicate } = reduction
    return `${mnemonicOf(one)} ${[destination, ...given, `${negated ? '!' : ''}${operandText(predicate)}`].join(', ')}`
  },
  result: ({ reduction }) => ({ destination: reduction?.destination, type: reduction && reductionType(reduction) }),
  readers: [readerOf(isNamedBarrier, readNamedBarrier)],
  rows: [
    synchronisationRow('barrier', 'A barrier of the CTA: threads wait for each other, or only arrive.', {
      refused: 'that of a cluster is written `barrier.cluster.arrive` and `barrier.cluster.wait`',
    }),
    synchronisationRow(
      'bar.red bar.cta.red barrier.red barrier.cta.red',
      'A barrier of the CTA: the threads wait for each other, and combine a predicate.',
      returns,
    ),
  ],
}
