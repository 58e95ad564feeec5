/** The base sets of an instruction's events: orders, scopes, proxies (ISA 8.4 to 8.6), and the spaces of fences. */

import type { BaseSet } from '../../../axioms/algebra/names.js'
import type { Atomic, Load, Store } from '../../../litmus/instructions/access-definitions.js'
import type { AsyncFence } from '../../../litmus/instructions/async-fences.js'
import type { ClusterBarrier } from '../../../litmus/instructions/cluster-barriers.js'
import type { Fence } from '../../../litmus/instructions/fences.js'
import type { Scope } from '../../../litmus/operand.js'
import { type ProxyName, proxies } from '../../../litmus/proxy.js'
import type { FencedSpace } from './event.js'

export const scopeSets: { readonly [S in Scope]: BaseSet } = { cta: 'CTA', cluster: 'CLUSTER', gpu: 'GPU', sys: 'SYS' }

/** Returns the set of the operations by a proxy, and that of its fence. */
export const proxySet = (proxy: ProxyName): BaseSet => proxies[proxy].set

/**
 * Returns the sets of a read. Weak events carry neither an order nor a scope; `volatile` is relaxed at system scope
 * (ISA 8.4).
 */
export const readSets = ({
  order,
  scope,
}: Pick<Load, 'order' | 'scope'> | Pick<Atomic, 'order' | 'scope'>): readonly BaseSet[] => {
  if (order === 'weak') return []
  const acquires = order === 'acquire' || order === 'acq_rel'
  return [acquires ? 'ACQ' : 'RLX', scopeSets[scope ?? 'sys']]
}

export const writeSets = ({
  order,
  scope,
}: Pick<Store, 'order' | 'scope'> | Pick<Atomic, 'order' | 'scope'>): readonly BaseSet[] => {
  if (order === 'weak') return []
  const releases = order === 'release' || order === 'acq_rel'
  return [releases ? 'REL' : 'RLX', scopeSets[scope ?? 'sys']]
}

export const fenceSets: { readonly [O in Fence['order']]: readonly BaseSet[] } = {
  sc: ['SC', 'ACQ_REL'],
  acq_rel: ['ACQ_REL'],
  acquire: ['ACQ'],
  release: ['REL'],
}

export const barrierSets: { readonly [O in ClusterBarrier['order']]: BaseSet } = {
  release: 'REL',
  relaxed: 'RLX',
  acquire: 'ACQ',
}

/** Returns the sets of a fence that concerns asynchronous operations, besides that of all fences. */
export function asyncFenceSets(what: AsyncFence['what']): readonly BaseSet[] {
  switch (what.kind) {
    case 'both-ways':
      return [proxySet('async')]
    case 'one-way':
      return [what.order === 'release' ? 'SREL' : 'SACQ', 'CLUSTER', ...(what.proxy ? [proxySet('async')] : [])]
    case 'mbarrier-init':
      return ['INIT']
    // Both addresses are accessed by the generic proxy (ISA 8.6).
    case 'alias':
      return [what.order === 'release' ? 'SREL' : 'SACQ', 'SYS', proxySet('generic')]
    case 'tensormap':
      return [what.order === 'release' ? 'SREL' : 'SACQ', scopeSets[what.scope], proxySet('tensormap')]
  }
}

/**
 * Returns the state space to which it applies. A release applies to the memory of the thread's own CTA; an acquire also
 * to that of others.
 */
export const asyncFenceSpace = (what: AsyncFence['what']): FencedSpace | undefined =>
  what.kind === 'both-ways'
    ? what.space
    : what.kind === 'one-way'
      ? what.order === 'release'
        ? 'shared::cta'
        : 'shared::cluster'
      : undefined
