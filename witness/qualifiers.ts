/** Describes the base sets of an event in words. */

import type { BaseSet } from '../axioms/algebra/names.js'
import { proxySet } from '../encoder/events/graph/sets.js'
import { proxyNames } from '../litmus/proxy.js'

const namedBy =
  (names: { readonly [S in BaseSet]?: string }) =>
  (sets: readonly BaseSet[]): string | null =>
    sets.map((set) => names[set]).find((name) => name !== undefined) ?? null

/** The order, the scope and the proxy of an event by its base sets; null if it has none. */
export const orderOf = namedBy({ RLX: 'relaxed', ACQ: 'acquire', REL: 'release', SC: 'sc', ACQ_REL: 'acq_rel' })
export const scopeOf = namedBy({ CTA: 'cta', CLUSTER: 'cluster', GPU: 'gpu', SYS: 'sys' })
export const proxyOf = namedBy(Object.fromEntries(proxyNames.map((name) => [proxySet(name), name])))
