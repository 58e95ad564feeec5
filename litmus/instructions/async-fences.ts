/** Fences of the async proxy, fences of one state space, and fences in one direction (ISA, `membar` and `fence`). */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { type Definition, fenceFacts, readerOf } from './definition.js'
import * as operand from './operands.js'
import { synchronisationRow } from './rows.js'
import type { Statement } from './statement.js'
import {
  isTensorMapFence,
  readTensorMapFence,
  type TensorMapFence,
  tensorMapFenceMnemonic,
} from './tensor-map-fences.js'
import { targetText } from './text.js'

/** A fence of the async proxy, of one state space, or in one direction (ISA, `membar` and `fence`). */
export interface AsyncFence {
  readonly kind: 'async-fence'
  readonly what: /** `fence.proxy.async`, with a space or for all. */
    | { readonly kind: 'both-ways'; readonly space: AsyncFenceSpace | undefined }
    /**
     * `fence.release.sync_restrict::shared::cta.cluster` and `fence.acquire.sync_restrict::shared::cluster.cluster`;
     * with `proxy` those of `fence.proxy.async::generic`.
     */
    | { readonly kind: 'one-way'; readonly order: 'release' | 'acquire'; readonly proxy: boolean }
    /** `fence.mbarrier_init.release.cluster` */
    | { readonly kind: 'mbarrier-init' }
    /** `fence.proxy.alias.release.sys` and `fence.proxy.alias.acquire.sys`: a pair for accesses by two addresses. */
    | { readonly kind: 'alias'; readonly order: 'release' | 'acquire' }
    | TensorMapFence
  readonly span: Span
}

type AsyncFenceSpace = 'global' | 'shared::cta' | 'shared::cluster'

type What = AsyncFence['what']

/** The fences, by their mnemonics. */
const fences: readonly (readonly [mnemonic: string, what: What])[] = [
  ['fence.proxy.async', { kind: 'both-ways', space: undefined }],
  ...(['global', 'shared::cta', 'shared::cluster'] as const).map(
    (space) => [`fence.proxy.async.${space}`, { kind: 'both-ways', space }] as const,
  ),
  ...([true, false] as const).flatMap((proxy) =>
    (['release', 'acquire'] as const).map((order) => {
      const space = order === 'release' ? 'shared::cta' : 'shared::cluster'
      const words = `${order}.sync_restrict::${space}.cluster`
      return [`fence.${proxy ? 'proxy.async::generic.' : ''}${words}`, { kind: 'one-way', order, proxy }] as const
    }),
  ),
  ['fence.mbarrier_init.release.cluster', { kind: 'mbarrier-init' }],
  ...(['release', 'acquire'] as const).map(
    (order) => [`fence.proxy.alias.${order}.sys`, { kind: 'alias', order }] as const,
  ),
]

const isAsyncFence = ({ mnemonic }: Statement): boolean =>
  /^fence\.(proxy\.async|mbarrier_init|(release|acquire)\.sync_restrict|proxy\.alias\.(release|acquire))(\.|:|$)/.test(
    mnemonic,
  )

/** Reads a fence. Fails on other words and on operands. */
function readAsyncFence(statement: Statement): Result<AsyncFence> {
  const { mnemonic, mnemonicSpan, span } = statement
  if (/::read(\.|$)/.test(mnemonic))
    return fail(
      diagnostic(
        `\`${mnemonic}\` is refused: a fence for reads only, which is not cumulative, is not modelled`,
        mnemonicSpan,
      ),
    )
  const names = fences.map(([name]) => name)
  const [, what] = fences.find(([name]) => name === mnemonic) ?? []
  if (what === undefined)
    return fail(
      diagnostic(`\`${mnemonic}\` is not a fence${didYouMean(mnemonic, names)}`, mnemonicSpan, {
        message: `those for asynchronous operations are ${names.map((name) => `\`${name}\``).join(', ')}`,
      }),
    )
  return then(operand.none(statement), () => ok({ kind: 'async-fence', what, span }))
}

/** Returns whether it is `fence.proxy.async`, with a state space or without. */
export const isBothWays = (mnemonic: string): boolean =>
  fences.some(([name, { kind }]) => name === mnemonic && kind === 'both-ways')

/** Returns how PTX writes the fence. */
const mnemonicOf = (what: What): string =>
  what.kind === 'tensormap'
    ? tensorMapFenceMnemonic(what)
    : (fences.find(([, one]) => same(one, what))?.[0] ?? 'fence.proxy.async')

function same(a: What, b: What): boolean {
  if (a.kind === 'both-ways') return b.kind === a.kind && b.space === a.space
  if (a.kind === 'one-way') return b.kind === a.kind && b.order === a.order && b.proxy === a.proxy
  if (a.kind === 'alias') return b.kind === a.kind && b.order === a.order
  return b.kind === a.kind
}

export const asyncFence: Definition<AsyncFence> = {
  facts: { ...fenceFacts, family: 'async fence' },
  withParts: (one, { target }) => ('at' in one.what ? { ...one, what: { ...one.what, at: target(one.what.at) } } : one),
  print: ({ what }, format) =>
    'at' in what ? `${mnemonicOf(what)} ${targetText(what.at, format)}, 128` : mnemonicOf(what),
  readers: [
    readerOf(isAsyncFence, readAsyncFence),
    readerOf(isTensorMapFence, (statement) =>
      then(readTensorMapFence(statement), (what) => ok({ kind: 'async-fence', what, span: statement.span })),
    ),
  ],
  rows: [
    synchronisationRow(
      'fence.proxy.alias.release.sys fence.proxy.alias.acquire.sys',
      'One of a pair of fences around a synchronisation, which orders accesses through one virtual address before it with accesses through another after it.',
    ),
    synchronisationRow(
      'fence.mbarrier_init.release.cluster',
      'Makes the initialisation of mbarriers visible to the threads of the cluster.',
    ),
  ],
}
