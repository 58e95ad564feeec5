/** `cp.async`, and the bulk copies `cp.async.bulk` and `cp.reduce.async.bulk` (ISA, Asynchronous copy). */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { Format } from '../format.js'
import type { AtomicOperation, DataType, Integer, Operand, Target } from '../instruction.js'
import { isAsyncArrive, isAsyncGroup } from './async-groups.js'
import { isReduction, reductionWords } from './async-reductions.js'
import { checkWords, multicast, targetOf, wordOf, wordsBehind } from './async-words.js'
import { noTypes, readBulkCopy, spacesOf } from './bulk-copies.js'
import { asyncFacts, type Definition, readerOf } from './definition.js'
import { withoutPolicy } from './hints.js'
import { beginsWith } from './opcodes.js'
import * as operand from './operands.js'
import { cacheHint, wordsOf } from './qualifiers.js'
import { asyncCopyRow } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'
import { isTensorCopy, readTensorCopy } from './tensor-copies.js'
import { operandText, operandTexts, targetText } from './text.js'

/** `cp.async`, `cp.async.bulk`, `cp.reduce.async.bulk` (ISA, Asynchronous copy). */
export interface AsyncCopy {
  readonly kind: 'async-copy'
  readonly bulk: boolean
  readonly to: Target
  readonly from: Target
  /** In bytes; undefined for the tile of a tensor, whose map says so. */
  readonly size: Operand | undefined
  /** Of a copy of a tile: which side is a tensor map and not memory itself, and where in the tensor the tile begins, the innermost first. */
  readonly tile?: {
    readonly side: 'to' | 'from'
    readonly coordinates: readonly Operand[]
    /** Of `cp.reduce`: what is done with each element. */
    readonly reduction?: AtomicOperation
  }
  /** Of `cp.async`: how many bytes are read; the rest of the destination becomes 0. */
  readonly read?: Operand
  /** Of `cp.async`: a predicate. Where it holds, nothing is read and the destination becomes 0. */
  readonly ignored?: Operand
  /** Of `cp.reduce`: what is done with each element. `function` is what is not computed, by its name. */
  readonly reduction?: { readonly operation: AtomicOperation; readonly type: DataType; readonly function?: string }
  /** How a bulk copy completes: by a complete-tx on this mbarrier, or as a part of a bulk group; undefined for `cp.async`. */
  readonly completes: { readonly by: 'mbarrier'; readonly at: Target } | { readonly by: 'group' } | undefined
  /** Of `.multicast::cluster`: a mask of the CTAs, by their ranks in the cluster, each of which gets a copy and has an mbarrier for it. */
  readonly multicast?: Operand
  readonly span: Span
}

/** `cp.async.ca.shared.global [to], [from], 16[, bytes to read or a predicate to read nothing]` */
function readWordCopy(written: Statement): Result<AsyncCopy> {
  const name = 'cp.async'
  const words = wordsBehind(name, written)
  return then(withoutPolicy(written, words.others), (statement) => {
    const { operands, span } = statement
    const whole = wordOf(words, ['cg']) !== undefined
    return then(
      collect({
        words: checkWords(name, words, [['ca', 'cg'], [cacheHint], ['L2::64B', 'L2::128B', 'L2::256B']]),
        cached: unless(
          wordOf(words, ['ca', 'cg']) === undefined
            ? [diagnostic('`cp.async` is `cp.async.ca` or `cp.async.cg`', statement.mnemonicSpan)]
            : [],
        ),
        types: noTypes(name, words),
        spaces: unless(
          spacesOf(words) === 'shared global'
            ? []
            : [
                diagnostic(
                  `\`cp.async\` copies from global memory to that of its CTA: write \`.shared.global\``,
                  words.spaces[0]?.span ?? statement.mnemonicSpan,
                ),
              ],
        ),
        count: operand.count(statement, 3, 4, `${written.mnemonic} [to], [from], bytes[, bytes read]`),
        expected: operand.returnsNothing(statement),
        to: targetOf(statement, operands[0], 'shared'),
        from: targetOf(statement, operands[1], 'global'),
        size: wordSize(operands[2], whole),
        read: operand.optionalNumber(statement, operands[3]),
      }),
      ({ to, from, size, read }) =>
        then(
          unless(
            read?.kind === 'integer' && (read.value < 0n || read.value > size.value)
              ? [diagnostic(`a copy of ${size.value} bytes cannot read ${read.value}`, read.span)]
              : [],
          ),
          () =>
            ok({
              kind: 'async-copy',
              bulk: false,
              to,
              from,
              size,
              ...(read === undefined ? {} : { read }),
              completes: undefined,
              span,
            }),
        ),
    )
  })
}

/** Errors: another size than 4, 8 or 16; with `.cg`, than 16. */
function wordSize(given: StatementOperand | undefined, whole: boolean): Result<Integer> {
  if (given === undefined) return fail()
  const sizes = whole ? [16n] : [4n, 8n, 16n]
  return given.kind === 'integer' && sizes.includes(given.value)
    ? ok(given)
    : fail(
        diagnostic(
          whole
            ? '`cp.async.cg` copies 16 bytes, and the text says so'
            : '`cp.async` copies 4, 8 or 16 bytes, and the text says how many',
          given.span,
        ),
      )
}

/** The words of a copy, as PTX writes them, without what caches may do. */
function mnemonicOf({ bulk, to, from, reduction, tile, completes, multicast: mask }: AsyncCopy): string {
  if (!bulk) return 'cp.async.ca.shared.global'
  const spaces = [to, from].map(({ space }) => (space === 'shared' ? 'shared::cta' : (space ?? 'global')))
  const completion = [
    completes?.by === 'mbarrier' ? 'mbarrier::complete_tx::bytes' : 'bulk_group',
    ...(mask === undefined ? [] : [multicast]),
  ].join('.')
  if (tile !== undefined)
    return [
      `cp.${tile.reduction === undefined ? '' : 'reduce.'}async.bulk.tensor.${tile.coordinates.length}d`,
      ...spaces,
      ...(tile.reduction === undefined ? [] : [tile.reduction]),
      'tile',
      completion,
    ].join('.')
  return [
    reduction === undefined ? 'cp.async.bulk' : 'cp.reduce.async.bulk',
    ...spaces,
    completion,
    ...(reduction === undefined ? [] : [reductionWords(reduction)]),
  ].join('.')
}

/** A side of a copy: memory, or a tile of the tensor that a map describes. */
const sideText = (which: 'to' | 'from', copy: AsyncCopy, format: Format): string => {
  const text = targetText(copy[which], format)
  if (copy.tile?.side !== which) return text
  return `[${text.replace(/^\[(.*)\]$/s, '$1')}, {${copy.tile.coordinates.map(operandText).join(', ')}}]`
}

const prefetch = 'cp.async.bulk.prefetch'

/** No instruction: it changes no value. */
function readPrefetch(written: Statement): Result<readonly []> {
  const { mnemonic } = written
  if (beginsWith(mnemonic, `${prefetch}.tensor`)) return ok([])
  return then(withoutPolicy(written, wordsOf(written).others), (statement) =>
    then(operand.count(statement, 2, 2, `${mnemonic} [from], bytes`), () =>
      then(operand.returnsNothing(statement), () => ok([])),
    ),
  )
}

function readCopy(statement: Statement): Result<AsyncCopy> {
  if (isTensorCopy(statement)) return readTensorCopy(statement)
  return isReduction(statement) || beginsWith(statement.mnemonic, 'cp.async.bulk')
    ? readBulkCopy(statement)
    : readWordCopy(statement)
}

/** Other instructions begin with `cp.async`, too. */
const isCopy = (statement: Statement): boolean =>
  (beginsWith(statement.mnemonic, 'cp.async') || isReduction(statement)) &&
  !isAsyncGroup(statement) &&
  !isAsyncArrive(statement)

export const asyncCopy: Definition<AsyncCopy> = {
  facts: { ...asyncFacts, mayWait: true },
  withParts: (one, { operand, target }) => {
    const { to, from, completes, size, read, ignored, multicast, tile } = one
    return {
      ...one,
      to: target(to),
      from: target(from),
      completes: completes?.by === 'mbarrier' ? { ...completes, at: target(completes.at) } : completes,
      size: size && operand(size),
      ...(read === undefined ? {} : { read: operand(read) }),
      ...(ignored === undefined ? {} : { ignored: operand(ignored) }),
      ...(multicast === undefined ? {} : { multicast: operand(multicast) }),
      ...(tile === undefined ? {} : { tile: { ...tile, coordinates: tile.coordinates.map(operand) } }),
    }
  },
  print: (copy, format) => {
    const { size, read, ignored, completes, multicast } = copy
    const signalled = completes?.by === 'mbarrier' ? [targetText(completes.at, format)] : []
    const sides = [sideText('to', copy, format), sideText('from', copy, format)]
    const given = [...sides, ...operandTexts([size, read, ignored]), ...signalled, ...operandTexts([multicast])]
    return `${mnemonicOf(copy)} ${given.join(', ')}`
  },
  readers: [
    {
      takes: (statement) => isCopy(statement) && beginsWith(statement.mnemonic, prefetch),
      read: readPrefetch,
    },
    readerOf((statement) => isCopy(statement) && !beginsWith(statement.mnemonic, prefetch), readCopy),
  ],
  rows: [
    asyncCopyRow(
      'cp.async cp.async.ca.shared.global cp.async.cg.shared.global',
      'Copies a few bytes to shared memory asynchronously.',
    ),
    asyncCopyRow(
      'cp.async.bulk cp.async.bulk.commit_group cp.async.bulk.wait_group cp.reduce.async.bulk',
      'Copies many bytes asynchronously, by the async proxy.',
    ),
  ],
}
