/** Fences of the async proxy: which memory they are of, and their prices. */

import { match } from 'ts-pattern'
import type { AsyncFence } from '../litmus/instruction.js'
import type { Price } from './prices.js'

const spaceOf = ({ what }: AsyncFence): string | undefined =>
  what.kind === 'both-ways' ? (what.space ?? 'all') : undefined

/** Whether a fence is of all the memory that another is of, and more or the same. */
export function coversMemory(a: AsyncFence, b: AsyncFence): boolean {
  const [wide, narrow] = [spaceOf(a), spaceOf(b)]
  if (wide === undefined || narrow === undefined) return false
  return wide === 'all' || wide === narrow || (wide === 'shared::cluster' && narrow === 'shared::cta')
}

export const priceOfAsyncFence = ({ what }: AsyncFence): Price =>
  match(what)
    .with({ kind: 'both-ways', space: undefined }, () => 'fence.proxy.async' as const)
    .with({ kind: 'both-ways', space: 'global' }, () => 'fence.proxy.async.global' as const)
    .with({ kind: 'both-ways', space: 'shared::cta' }, () => 'fence.proxy.async.shared::cta' as const)
    .with({ kind: 'both-ways' }, () => 'fence.proxy.async.shared::cluster' as const)
    .otherwise(() => 'fence.proxy.tensormap' as const)
