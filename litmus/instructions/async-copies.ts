/** `cp.async`, and the bulk copies `cp.async.bulk` and `cp.reduce.async.bulk` (ISA, Asynchronous copy). */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Integer } from '../operand.js'
import { type AsyncCopy, copyText } from './async-copy.js'
import { isAsyncArrive, isAsyncGroup } from './async-groups.js'
import { isReduction } from './async-reductions.js'
import { checkWords, targetOf, wordOf, wordsBehind } from './async-words.js'
import { noTypes, readBulkCopy, spacesOf } from './bulk-copies.js'
import { asyncFacts, type Definition, readerOf } from './definition.js'
import { withoutPolicy } from './hints.js'
import { beginsWith } from './opcodes.js'
import * as operand from './operands.js'
import { cacheHint, wordsOf } from './qualifiers.js'
import { asyncCopyRow } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'
import { isTensorCopy, readTensorCopy } from './tensor-copies.js'

/** Reads `cp.async.ca.shared.global [to], [from], 16[, bytes to read or a predicate to read nothing]`. */
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

/** Fails on sizes other than 4, 8 or 16; with `.cg`, other than 16. */
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

const prefetch = 'cp.async.bulk.prefetch'

/** Reads a prefetch, which makes no instruction: it changes no value. */
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

/** Returns whether a statement is a copy; other instructions also begin with `cp.async`. */
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
  print: copyText,
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
      'Copies many bytes asynchronously, through the async proxy.',
    ),
  ],
}
