/** The sets and relations that every execution has, as terms. */

import type { BaseRelation, BaseSet } from './names.js'
import {
  closure,
  define,
  defineSet,
  difference,
  type EventSet,
  intersection,
  inverse,
  optional,
  or,
  product,
  type Rel,
  seq,
  union,
} from './terms.js'

const set = (name: BaseSet): EventSet => ({ kind: 'base-set', name })
const relation = (name: BaseRelation): Rel => ({ kind: 'base', name })

export const R = set('R')
export const W = set('W')
export const F = set('F')
export const IW = set('IW')
export const SC = set('SC')
export const GEN = set('GEN')
export const NC = set('NC')
export const ASYNC = set('ASYNC')
const MBAR = set('MBAR')

export const id = relation('id')
export const po = relation('po')
export const loc = relation('loc')
export const issue = relation('issue')
const data = relation('data')
const ctrl = relation('ctrl')
const addr = relation('addr')
export const complete = relation('complete')
export const rmw = relation('rmw')
export const sr = relation('sr')
export const api = relation('api')
export const syncbar = relation('syncbar')
export const clusterbar = relation('clusterbar')
export const rf = relation('rf')
export const co = relation('co')
const otherBytes = relation('other_bytes')
export const sync_fence = relation('sync_fence')

/** Memory events. */
export const M = defineSet('M', '8.2', or(R, W))

/** From-reads: pairs from a read to the writes that follow the one it reads, byte by byte. */
export const fr = define('fr', '8.9.7', difference(seq(inverse(rf), co), otherBytes), {
  words: 'read a value that is overwritten by',
  shown: 'whole',
})

/**
 * Pairs whose first event is over before the second begins, as program order, barriers and reads show. A thread begins
 * a barrier when it arrives.
 */
export const inTime = seq(closure(union(po, rf, syncbar, clusterbar)), po)

/**
 * Pairs from an access to a read that shows that it was performed. The read returns what the access wrote. At an
 * mbarrier, where operations are in one order whatever their scopes, it may return a later result.
 */
export const seen = seq(optional(rmw), optional(intersection(co, product(MBAR, MBAR))), rf)

/** Dependencies. */
export const dep = define('dep', '8.10.4', union(data, ctrl, addr))
