/** The names that every cat model has: those of the algebra, and further ones that users of herd expect. */

import { type BaseRelation, type BaseSet, baseRelations, baseSets } from '../names.js'
import {
  define,
  defineSet,
  difference,
  domain,
  type EventSet,
  except,
  intersection,
  inverse,
  on,
  or,
  product,
  type Rel,
  range,
  seq,
  union,
} from '../terms.js'
import { co, dep, fr, id, loc, M, po, rf } from '../vocabulary.js'

const set = (name: BaseSet): EventSet => ({ kind: 'base-set', name })
const relation = (name: BaseRelation): Rel => ({ kind: 'base', name })

/** `_`: all events. */
export const everything = defineSet(
  '_',
  '',
  or(...(['R', 'W', 'F', 'B', 'API', 'ISSUE', 'WAIT', 'TMEM'] as const).map(set)),
)

/** All pairs of events. */
export const allPairs = product(everything, everything)

/** Events of one thread, and of two; an initial write is of no thread, and external to all other events. */
const internal = define('int', '', union(po, inverse(po), id))
const external = define('ext', '', difference(allPairs, internal))
const within = (name: string, of: Rel) => define(name, '', intersection(of, internal))
const across = (name: string, of: Rel) => define(name, '', intersection(of, external))

/** Sets by name. */
export const sets: ReadonlyMap<string, EventSet> = new Map([
  ['_', everything],
  ['M', M],
  ...baseSets.map((name) => [name, set(name)] as const),
])

/** Relations by name. */
export const relations: ReadonlyMap<string, Rel> = new Map([
  ...baseRelations.map((name) => [name, relation(name)] as const),
  ...[
    dep,
    fr,
    internal,
    external,
    define('po-loc', '', intersection(po, loc)),
    across('rfe', rf),
    within('rfi', rf),
    across('coe', co),
    within('coi', co),
    across('fre', fr),
    within('fri', fr),
  ].flatMap((one) => (one.kind === 'named' ? [[one.name, one] as const] : [])),
])

/** Functions of one argument. */
export const functions = {
  domain: { takes: 'relation', apply: (of: Rel) => ({ set: domain(of) }) },
  range: { takes: 'relation', apply: (of: Rel) => ({ set: range(of) }) },
  /** Events with a fence of the set between them, in program order. */
  fencerel: {
    takes: 'set',
    apply: (fences: EventSet) => ({ relation: seq(po, on(fences), po) }),
  },
} as const

/** Returns the events that are not in the set, and the pairs that are not in the relation. */
export const withoutSet = (of: EventSet): EventSet => except(everything, of)
export const withoutPairs = (of: Rel): Rel => difference(allPairs, of)
