/**
 * Reads the instructions for Tensor Memory, `tcgen05` (ISA, TensorCore 5th Generation Family Instructions). Those that
 * a warp executes together also let its lanes wait for each other.
 */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import { writtenAt } from '../../source/text.js'
import type { Format } from '../format.js'
import { type Operand, sink } from '../operand.js'
import { targetOf } from './async-words.js'
import { asyncFacts, type Definition, type Parts, type Reader } from './definition.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import type { UnknownResult } from './register-instructions.js'
import { tensorRow } from './rows.js'
import type { Statement } from './statement.js'
import { readLoad, readStore } from './tensor-accesses.js'
import { isOfWarp, type Tcgen05, type TensorAction, type TensorAddress, type TensorStatement } from './tensor-memory.js'
import { readProduct } from './tensor-products.js'
import { choice, firstOf, tensorAddress, together, wordsAmong } from './tensor-words.js'
import { operandTexts, targetText } from './text.js'
import { allLanes, type WarpInstruction } from './warps.js'

type Read = Result<TensorStatement>

const { needed, optional } = choice
const group = needed('cta_group::1', 'cta_group::2')
const groupOf = (words: readonly string[]): 1 | 2 => (words.includes('cta_group::2') ? 2 : 1)

const readers: ReadonlyMap<string, (statement: Statement) => Read> = new Map<string, (statement: Statement) => Read>([
  ['tcgen05.alloc', readAlloc],
  ['tcgen05.dealloc', readDealloc],
  ['tcgen05.relinquish_alloc_permit', readRelinquish],
  ['tcgen05.ld', readLoad],
  ['tcgen05.st', readStore],
  ['tcgen05.wait::ld', readWait],
  ['tcgen05.wait::st', readWait],
  ['tcgen05.mma', readProduct],
  ['tcgen05.cp', readCopy],
  ['tcgen05.shift', readShift],
  ['tcgen05.commit', readCommit],
  ['tcgen05.fence::before_thread_sync', readFence],
  ['tcgen05.fence::after_thread_sync', readFence],
])

/** Returns the name that a mnemonic begins with. */
const nameOf = (mnemonic: string): string => mnemonic.split('.').slice(0, 2).join('.')

/** Fails on an instruction, a word, a shape or an operand that the family does not have. */
function readTcgen05(statement: Statement): Result<readonly (Tcgen05 | WarpInstruction | UnknownResult)[]> {
  const { mnemonic, mnemonicSpan, span } = statement
  const read = readers.get(nameOf(mnemonic))
  if (read === undefined)
    return fail(
      diagnostic(
        `\`${mnemonic}\` is none of ${[...readers.keys()].map((one) => `\`${one}\``).join(', ')}`,
        mnemonicSpan,
      ),
    )
  return then(read(statement), ({ does, group, loaded = [] }): ReturnType<typeof readTcgen05> => {
    const one: Tcgen05 = { kind: 'tcgen05', mnemonic, does, group, span }
    return ok([
      ...asStatement(one),
      ...loaded.flatMap((destination): readonly UnknownResult[] =>
        destination === sink
          ? []
          : [
              {
                kind: 'unknown',
                destination,
                type: { width: 32, signed: false },
                uncomputed: 'result',
                operands: [],
                span,
              },
            ],
      ),
    ])
  })
}

/** Returns the wait of the lanes of a warp for each other; they must agree on addresses and numbers of columns. */
const ofWarp = ({ mnemonic, span }: Pick<Tcgen05, 'mnemonic' | 'span'>, does: TensorAction): WarpInstruction => ({
  kind: 'warp',
  operation: 'matrix',
  mnemonic,
  operands: [],
  equal: equalIn(does),
  from: { width: 32, signed: false },
  mask: { kind: 'integer', value: allLanes, span },
  whole: true,
  span,
})

/** Returns the instructions that a statement is read as: where a warp comes together, also the wait of its lanes. */
export const asStatement = (one: Tcgen05): readonly (WarpInstruction | Tcgen05)[] =>
  isOfWarp(one.does) ? [ofWarp(one, one.does), one] : [one]

function equalIn(does: TensorAction): readonly Operand[] {
  switch (does.action) {
    case 'ld':
    case 'st':
      return [does.at.base]
    case 'alloc':
      return [does.columns]
    case 'dealloc':
      return [does.at, does.columns]
    default:
      return []
  }
}

function readAlloc(statement: Statement): Read {
  const words = wordsAmong('tcgen05.alloc', statement, [
    group,
    ...together,
    optional('shared::cta', 'shared'),
    needed('b32'),
  ])
  const [to, columns] = statement.operands
  return then(words, (words) =>
    then(
      collect({
        count: operand.count(statement, 2, 2, `${statement.mnemonic} [dst], nCols`),
        returns: operand.returnsNothing(statement),
        to: targetOf(statement, to, firstOf(words, ['shared::cta', 'shared']) && 'shared'),
        columns: operand.value(statement, columns),
      }),
      ({ to, columns }) => ok({ does: { action: 'alloc', to, columns }, group: groupOf(words) }),
    ),
  )
}

function readDealloc(statement: Statement): Read {
  const words = wordsAmong('tcgen05.dealloc', statement, [group, ...together, needed('b32')])
  const [at, columns] = statement.operands
  return then(words, (words) =>
    then(
      collect({
        count: operand.count(statement, 2, 2, `${statement.mnemonic} taddr, nCols`),
        returns: operand.returnsNothing(statement),
        at: operand.value(statement, at),
        columns: operand.value(statement, columns),
      }),
      ({ at, columns }) => ok({ does: { action: 'dealloc', at, columns }, group: groupOf(words) }),
    ),
  )
}

function readRelinquish(statement: Statement): Read {
  const words = wordsAmong('tcgen05.relinquish_alloc_permit', statement, [group, ...together])
  return then(words, (words) =>
    then(operand.none(statement), () => ok({ does: { action: 'relinquish' }, group: groupOf(words) })),
  )
}

function readWait(statement: Statement): Read {
  const name = nameOf(statement.mnemonic)
  return then(wordsAmong(name, statement, together), () =>
    then(operand.none(statement), () =>
      ok({ does: { action: 'wait', of: name.endsWith('ld') ? 'ld' : 'st' }, group: undefined }),
    ),
  )
}

/** The shapes of copies: the rows of the source, and the bytes of each. */
const copies = {
  '128x256b': { rows: 128, bytes: 32 },
  '4x256b': { rows: 4, bytes: 32 },
  '128x128b': { rows: 128, bytes: 16 },
  '64x128b': { rows: 64, bytes: 16 },
  '32x128b': { rows: 32, bytes: 16 },
} as const
const copyNames = ['128x256b', '4x256b', '128x128b', '64x128b', '32x128b'] as const
const pairs = ['warpx2::02_13', 'warpx2::01_23'] as const

function readCopy(statement: Statement): Read {
  const { mnemonic, mnemonicSpan, operands } = statement
  const words = wordsAmong('tcgen05.cp', statement, [
    group,
    needed(...copyNames),
    optional(...pairs, 'warpx4'),
    optional('b8x16'),
    optional('b6x16_p32', 'b4x16_p64'),
  ])
  return then(words, (words): Read => {
    const shape = firstOf(words, copyNames)
    if (shape === undefined) return fail()
    const to = firstOf(words, [...pairs, 'warpx4'])
    const wanted = shape === '64x128b' ? pairs : shape === '32x128b' ? ['warpx4'] : []
    if (wanted.length === 0 ? to !== undefined : !wanted.some((one) => one === to))
      return fail(
        diagnostic(
          `\`${mnemonic}\`: \`.${shape}\` is ${wanted.length === 0 ? 'not for several warps' : `written with ${wanted.map((one) => `\`.${one}\``).join(' or ')}`}`,
          mnemonicSpan,
        ),
      )
    return then(
      collect({
        count: operand.count(statement, 2, 2, `${mnemonic} [taddr], s-desc`),
        returns: operand.returnsNothing(statement),
        to: tensorAddress(statement, operands[0]),
        descriptor: operand.value(statement, operands[1]),
      }),
      ({ to, descriptor }) => ok({ does: { action: 'cp', to, descriptor, ...copies[shape] }, group: groupOf(words) }),
    )
  })
}

function readShift(statement: Statement): Read {
  return then(wordsAmong('tcgen05.shift', statement, [group, needed('down')]), (words) =>
    then(
      collect({
        count: operand.count(statement, 1, 1, `${statement.mnemonic} [taddr]`),
        returns: operand.returnsNothing(statement),
        at: tensorAddress(statement, statement.operands[0]),
      }),
      ({ at }) => ok({ does: { action: 'shift', at }, group: groupOf(words) }),
    ),
  )
}

const multicast = ['multicast::cluster', 'multicast::cluster::16b'] as const

function readCommit(statement: Statement): Read {
  const { mnemonic, operands } = statement
  const words = wordsAmong('tcgen05.commit', statement, [
    group,
    needed('mbarrier::arrive::one'),
    optional('shared::cluster'),
    optional(...multicast),
    needed('b64'),
  ])
  return then(words, (words) => {
    const isMulticast = firstOf(words, multicast) !== undefined
    const number = isMulticast ? 2 : 1
    return then(
      collect({
        count: operand.count(statement, number, number, `${mnemonic} [mbar]${isMulticast ? ', ctaMask' : ''}`),
        returns: operand.returnsNothing(statement),
        at: targetOf(statement, operands[0], firstOf(words, ['shared::cluster'])),
        mask: isMulticast ? operand.optionalNumber(statement, operands[1]) : ok(undefined),
      }),
      ({ at, mask }) => ok({ does: { action: 'commit', at, mask }, group: groupOf(words) }),
    )
  })
}

function readFence(statement: Statement): Read {
  const name = nameOf(statement.mnemonic)
  return then(wordsAmong(name, statement, []), () =>
    then(operand.none(statement), () =>
      ok({ does: { action: 'fence', side: name.includes('before') ? 'before' : 'after' }, group: undefined }),
    ),
  )
}

/** Returns an action with other parts. */
function withPartsOf(does: TensorAction, { operand, target }: Parts): TensorAction {
  const address = (one: TensorAddress): TensorAddress => {
    const base = operand(one.base)
    return base.kind === 'register' ? { ...one, base } : one
  }
  switch (does.action) {
    case 'alloc':
      return { ...does, to: target(does.to), columns: operand(does.columns) }
    case 'dealloc':
      return { ...does, at: operand(does.at), columns: operand(does.columns) }
    case 'ld':
    case 'st':
      return { ...does, at: address(does.at), values: does.values.map(operand) }
    case 'mma':
      return {
        ...does,
        accumulator: address(does.accumulator),
        a:
          does.a.in === 'tensor'
            ? { in: 'tensor', at: address(does.a.at) }
            : { in: 'shared', descriptor: operand(does.a.descriptor) },
        b: operand(does.b),
        metadata: does.metadata && address(does.metadata),
        instruction: operand(does.instruction),
        scales: does.scales && { a: address(does.scales.a), b: address(does.scales.b) },
        others: does.others.map(operand),
      }
    case 'cp':
      return { ...does, to: address(does.to), descriptor: operand(does.descriptor) }
    case 'shift':
      return { ...does, at: address(does.at) }
    case 'commit':
      return { ...does, at: target(does.at), mask: does.mask && operand(does.mask) }
    case 'relinquish':
    case 'wait':
    case 'fence':
      return does
  }
}

const reader: Reader<Tcgen05 | WarpInstruction | UnknownResult> = {
  takes: ({ mnemonic }) => opcodeOf(mnemonic) === 'tcgen05',
  read: readTcgen05,
}

/** Writes what a repair may insert from its parts, and everything else as it was written. */
function textOf({ mnemonic, does, span }: Tcgen05, format: Format): string {
  if (does.action === 'wait' || does.action === 'fence') return mnemonic
  return does.action === 'commit'
    ? `${mnemonic} ${[targetText(does.at, format), ...operandTexts([does.mask])].join(', ')}`
    : writtenAt(span)
}

export const tcgen05: Definition<Tcgen05, Tcgen05 | WarpInstruction | UnknownResult> = {
  facts: asyncFacts,
  withParts: (one, parts) => ({ ...one, does: withPartsOf(one.does, parts) }),
  print: textOf,
  readers: [reader],
  rows: [
    tensorRow('tcgen05.alloc', 'Allocates columns of Tensor Memory, and stores their address in shared memory.'),
    tensorRow('tcgen05.dealloc', 'Frees columns of Tensor Memory.'),
    tensorRow('tcgen05.relinquish_alloc_permit', 'Says that the CTA allocates no more Tensor Memory.'),
    tensorRow('tcgen05.ld tcgen05.st', 'Moves cells between Tensor Memory and registers of a warp, asynchronously.'),
    tensorRow(
      'tcgen05.wait::ld tcgen05.wait::st',
      'Waits until loads from Tensor Memory, or stores to it, are complete.',
    ),
    tensorRow('tcgen05.mma tcgen05.mma.sp tcgen05.mma.ws', 'Multiplies matrices into Tensor Memory, asynchronously.'),
    tensorRow('tcgen05.cp', 'Copies from shared memory to Tensor Memory, asynchronously.'),
    tensorRow('tcgen05.shift', 'Shifts the rows of a matrix in Tensor Memory, asynchronously.'),
    tensorRow('tcgen05.commit', 'Lets an mbarrier count the completion of the operations before it.'),
    tensorRow(
      'tcgen05.fence::before_thread_sync tcgen05.fence::after_thread_sync',
      'Orders operations on Tensor Memory with the synchronisation after it, or before it.',
    ),
  ],
}
