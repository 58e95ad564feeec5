/** The base sets of an instruction's events: orders, scopes, proxies (ISA 8.4 to 8.6). */

import type { BaseSet } from '../../axioms/algebra/names.js'
import type { Atomic, ClusterBarrier, Fence, Load, Scope, Store } from '../../litmus/instruction.js'
import { type ProxyName, proxies } from '../../litmus/proxy.js'

export const scopeSets: { readonly [S in Scope]: BaseSet } = { cta: 'CTA', cluster: 'CLUSTER', gpu: 'GPU', sys: 'SYS' }

/** The set of the operations by a proxy, and that of its fence. */
export const proxySet = (proxy: ProxyName): BaseSet => proxies[proxy].set

/** Weak events carry neither an order nor a scope; `volatile` is relaxed at system scope (ISA 8.4). */
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
