/** Fences of asynchronous operations: how they compare in strength, and their prices. */

import { match } from 'ts-pattern'
import type { AsyncFence } from '../litmus/instructions/async-fences.js'
import type { Price } from './prices.js'
import { scopes } from './strength.js'

/**
 * Returns whether a fence does everything that another of its kind does: for at least the same memory, scope and
 * proxies.
 */
export const covers = ({ what: a }: AsyncFence, { what: b }: AsyncFence): boolean =>
  match([a, b])
    .with(
      [{ kind: 'both-ways' }, { kind: 'both-ways' }],
      ([{ space: wide }, { space: narrow }]) =>
        wide === undefined || wide === narrow || (wide === 'shared::cluster' && narrow === 'shared::cta'),
    )
    .with(
      [{ kind: 'one-way' }, { kind: 'one-way' }],
      ([one, other]) => one.order === other.order && (one.proxy || !other.proxy),
    )
    .with(
      [{ kind: 'tensormap' }, { kind: 'tensormap' }],
      ([one, other]) => one.order === other.order && scopes.indexOf(one.scope) >= scopes.indexOf(other.scope),
    )
    .with([{ kind: 'alias' }, { kind: 'alias' }], ([one, other]) => one.order === other.order)
    .otherwise(([one, other]) => one.kind === 'mbarrier-init' && other.kind === 'mbarrier-init')

/** Returns the prices of a fence. */
export const pricesOfAsyncFence = ({ what }: AsyncFence): readonly Price[] =>
  match(what)
    .returnType<readonly Price[]>()
    .with({ kind: 'both-ways', space: undefined }, () => ['fence.proxy.async'])
    .with({ kind: 'both-ways', space: 'global' }, () => ['fence.proxy.async.global'])
    .with({ kind: 'both-ways', space: 'shared::cta' }, () => ['fence.proxy.async.shared::cta'])
    .with({ kind: 'both-ways', space: 'shared::cluster' }, () => ['fence.proxy.async.shared::cluster'])
    .with({ kind: 'one-way' }, ({ proxy }) => [proxy ? 'fence.proxy.async::generic' : 'fence.sync_restrict'])
    .with({ kind: 'mbarrier-init' }, () => ['fence.mbarrier_init'])
    .with({ kind: 'alias' }, ({ order }) => [`fence.proxy.alias.${order}`])
    .with({ kind: 'tensormap' }, ({ order, scope }) => [`fence.proxy.tensormap.${order}.${scope}`])
    .exhaustive()
