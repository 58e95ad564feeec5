/**
 * Groups of asynchronous operations, and arrivals when copies are done (ISA, async-group mechanism;
 * `wgmma.commit_group`; `cp.async.mbarrier.arrive`).
 */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { type Access, addressType } from '../operand.js'
import { checkWords, plainAddress, wordOf, wordsBehind } from './async-words.js'
import { asyncFacts, type Definition, readerOf, unchanged } from './definition.js'
import { isOfObject } from './mbarriers.js'
import { beginsWith } from './opcodes.js'
import * as operand from './operands.js'
import { asyncCopyRow, matrixRow, synchronisationRow } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'
import { addressText } from './text.js'

/**
 * `cp.async.commit_group`, `cp.async.wait_group n`, `cp.async.wait_all`, `cp.async.bulk.commit_group`,
 * `cp.async.bulk.wait_group[.read] n`, `wgmma.commit_group.sync.aligned`, `wgmma.wait_group.sync.aligned n`.
 */
export interface AsyncGroup {
  readonly kind: 'async-group'
  readonly of: 'cp.async' | 'bulk' | 'wgmma'
  /** Only `cp.async` has `wait-all`. */
  readonly action: 'commit' | 'wait' | 'wait-all'
  /** The number of latest groups that may be pending, for a wait. */
  readonly pending: bigint | undefined
  /** True if it waits only until the sources and tensor maps are read. */
  readonly read?: true
  /** True if it does not wait for reads of tensor maps, as no text says, but a GPU may have it. */
  readonly withoutMaps?: true
  readonly span: Span
}

/** `cp.async.mbarrier.arrive[.noinc]`: the system arrives once all earlier `cp.async` of the thread are done. */
export interface AsyncArrive extends Access {
  readonly kind: 'async-arrive'
  /** True if the pending count is not raised first. */
  readonly noinc?: true
}

type Group = Pick<AsyncGroup, 'of' | 'action' | 'read'>

const groups: ReadonlyMap<string, Group> = new Map<string, Group>([
  ['cp.async.commit_group', { of: 'cp.async', action: 'commit' }],
  ['cp.async.wait_group', { of: 'cp.async', action: 'wait' }],
  ['cp.async.wait_all', { of: 'cp.async', action: 'wait-all' }],
  ['cp.async.bulk.commit_group', { of: 'bulk', action: 'commit' }],
  ['cp.async.bulk.wait_group', { of: 'bulk', action: 'wait' }],
  ['cp.async.bulk.wait_group.read', { of: 'bulk', action: 'wait', read: true }],
  ['wgmma.commit_group.sync.aligned', { of: 'wgmma', action: 'commit' }],
  ['wgmma.wait_group.sync.aligned', { of: 'wgmma', action: 'wait' }],
])

export const isAsyncGroup = ({ mnemonic }: Statement): boolean =>
  /^(cp\.async\.(bulk\.)?(commit_group|wait_group|wait_all)|wgmma\.(commit_group|wait_group))\b/.test(mnemonic)

/** Fails on other words, on superfluous operands, and on a wait whose number of groups is not an integer. */
function readAsyncGroup(statement: Statement): Result<AsyncGroup> {
  const { mnemonic, mnemonicSpan, span } = statement
  const group = groups.get(mnemonic)
  if (group === undefined) return fail(diagnostic(noGroup(mnemonic), mnemonicSpan))
  if (group.action !== 'wait')
    return then(operand.none(statement), () => ok({ kind: 'async-group', ...group, pending: undefined, span }))
  return then(
    collect({
      count: operand.count(statement, 1, 1, `${mnemonic} n`),
      expected: operand.returnsNothing(statement),
      pending: pendingGroups(statement.operands[0]),
    }),
    ({ pending }) => ok({ kind: 'async-group', ...group, pending, span }),
  )
}

function noGroup(mnemonic: string): string {
  if (mnemonic.startsWith('cp.async.wait_group.read'))
    return '`.read` is for `cp.async.bulk.wait_group`: it tells the reads of a bulk copy from its writes'
  if (mnemonic === 'cp.async.bulk.wait_all')
    return 'there is no `cp.async.bulk.wait_all`: write `cp.async.bulk.commit_group` and `cp.async.bulk.wait_group 0`'
  if (mnemonic.includes('sync_restrict')) return `\`${mnemonic}\` is refused: a wait for one proxy is not modelled`
  return `\`${mnemonic}\` is not one of ${[...groups.keys()].map((name) => `\`${name}\``).join(', ')}`
}

/** Returns the number of groups that may be pending. */
function pendingGroups(given: StatementOperand | undefined): Result<bigint> {
  if (given === undefined) return fail()
  if (given.kind !== 'integer')
    return fail(
      diagnostic('the number of groups that may be pending is an integer in the text, not a register', given.span),
    )
  return given.value >= 0n
    ? ok(given.value)
    : fail(diagnostic(`${given.value} is not a number of groups that may be pending`, given.span))
}

const arriveName = 'cp.async.mbarrier.arrive'

export const isAsyncArrive = ({ mnemonic }: Pick<Statement, 'mnemonic'>): boolean => beginsWith(mnemonic, arriveName)

/** Reads `cp.async.mbarrier.arrive.noinc.shared.b64 [bar]`. */
function readAsyncArrive(statement: Statement): Result<AsyncArrive> {
  const name = arriveName
  const words = wordsBehind(name, statement)
  const [space, second] = words.spaces
  const wrong = second ?? (space?.value === 'shared' ? undefined : space)
  return then(
    collect({
      words: checkWords(name, words, [['noinc']]),
      type: isOfObject(statement, name, words),
      space:
        wrong === undefined
          ? ok(space === undefined ? undefined : ('shared' as const))
          : fail(diagnostic(`\`${name}\` is for an mbarrier of the thread's own CTA: write \`.shared\``, wrong.span)),
      count: operand.count(statement, 1, 1, `${statement.mnemonic} [bar]`),
      expected: operand.returnsNothing(statement),
    }),
    ({ space }) =>
      then(plainAddress(statement, statement.operands[0], space), (address) =>
        ok({
          kind: 'async-arrive',
          ...(wordOf(words, ['noinc']) === undefined ? {} : { noinc: true }),
          proxy: 'generic',
          address,
          type: addressType,
          span: statement.span,
        }),
      ),
  )
}

/** Returns the instruction as PTX writes it. */
const groupText = ({ of, action, read, pending }: AsyncGroup): string => {
  const [mnemonic = ''] =
    [...groups].find(([, one]) => one.of === of && one.action === action && one.read === read) ?? []
  return pending === undefined ? mnemonic : `${mnemonic} ${pending}`
}

/** Returns the words of an arrival, as PTX writes them. */
const arriveMnemonic = ({ noinc, address: { space } }: AsyncArrive): string =>
  [arriveName, ...(noinc ? ['noinc'] : []), ...(space === undefined ? [] : [space]), 'b64'].join('.')

export const asyncGroup: Definition<AsyncGroup> = {
  facts: { ...asyncFacts, accesses: false },
  withParts: unchanged,
  print: groupText,
  readers: [readerOf(isAsyncGroup, readAsyncGroup)],
  rows: [
    asyncCopyRow(
      'cp.async.commit_group cp.async.wait_group cp.async.wait_all',
      'Puts asynchronous copies into a group, or waits for groups.',
    ),
    matrixRow(
      'wgmma.commit_group wgmma.wait_group',
      'Puts `wgmma.mma_async` operations into a group, or waits for groups.',
    ),
  ],
}

export const asyncArrive: Definition<AsyncArrive> = {
  facts: asyncFacts,
  withParts: (one, { address }) => ({ ...one, address: address(one.address) }),
  print: (one, format) => `${arriveMnemonic(one)} ${addressText(one, format)}`,
  readers: [readerOf(isAsyncArrive, readAsyncArrive)],
  rows: [synchronisationRow(arriveName, 'Arrives at an mbarrier when the copies before it are complete.')],
}
