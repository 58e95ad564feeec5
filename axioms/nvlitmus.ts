/**
 * What the paper's public Alloy artifact decides, differences to its own text included. The terms are those of ptx-7.5, and stand in
 * the same order; comments say only what differs. README.md beside this file has the list.
 */

import {
  acyclic,
  and,
  axiom,
  closure,
  contained,
  define,
  defineSet,
  difference,
  empty,
  intersection,
  inverse,
  irreflexive,
  type Model,
  on,
  optional,
  or,
  product,
  seq,
  union,
} from './algebra/terms.js'
import {
  ACQ,
  ALIAS,
  CON,
  co,
  F,
  fr,
  GEN,
  id,
  loc,
  M,
  po,
  R,
  REL,
  RLX,
  rf,
  rmw,
  SUR,
  scta,
  sr,
  sync_fence,
  TEX,
  vloc,
  W,
} from './algebra/vocabulary.js'

const strongRead = defineSet('strong-read', '8.4', and(R, or(RLX, ACQ)))
const strongWrite = defineSet('strong-write', '8.4', and(W, or(RLX, REL)))
const strong = defineSet('strong', '8.4', or(strongRead, strongWrite))

const sameProxy = define(
  'same-proxy',
  '8.6',
  union(product(GEN, GEN), product(SUR, SUR), product(TEX, TEX), product(CON, CON)),
)

/** Between memory operations only, and without comparing addresses: physical aliases can synchronise. */
const ordered = union(po, inverse(po), intersection(product(strong, strong), sr))
const ms = define('ms', '8.7', difference(intersection(product(M, M), ordered, sameProxy), id))

/** No halves with fences, and both ends in moral strength. */
const sameAddress = intersection(po, vloc, ms)
const releasePattern = define('release-pattern', '8.8', seq(on(and(W, REL)), optional(sameAddress), on(strongWrite)))
const acquirePattern = define('acquire-pattern', '8.8', seq(on(strongRead), optional(sameAddress), on(and(R, ACQ))))

const observation = define('observation', '8.9.2', union(intersection(ms, rf), rmw))
const sync = define('sync', '8.9.4', intersection(ms, seq(releasePattern, closure(observation), acquirePattern)))
const baseCause = define('base-cause', '8.9.5', closure(union(po, sync, sync_fence)))

const ownFence = define(
  'own-fence',
  '8.9.5',
  intersection(
    scta,
    union(product(and(M, SUR), and(F, SUR)), product(and(M, TEX), and(F, TEX)), product(and(M, CON), and(F, CON))),
  ),
)
const toFence = define('to-own-fence', '8.9.5', intersection(baseCause, ownFence))
const fromFence = define('from-own-fence', '8.9.5', intersection(baseCause, inverse(ownFence)))
const byAlias = define('by-alias-fence', '8.9.5', seq(baseCause, on(ALIAS), baseCause))
const generic = on(GEN)

const row1 = define('preserved-1', '8.9.5', intersection(vloc, seq(generic, baseCause, generic)))
const row2 = define('preserved-2', '8.9.5', intersection(vloc, baseCause, sameProxy, scta))
const row3 = define('preserved-3', '8.9.5', intersection(vloc, seq(toFence, baseCause, generic)))
const row4 = define('preserved-4', '8.9.5', intersection(vloc, seq(generic, baseCause, fromFence)))
const row5 = define('preserved-5', '8.9.5', intersection(vloc, seq(toFence, baseCause, fromFence)))
const row6 = define('preserved-6', '8.9.5', intersection(loc, seq(generic, byAlias, generic)))
const row7 = define('preserved-7', '8.9.5', intersection(loc, seq(toFence, byAlias, generic)))
const row8 = define('preserved-8', '8.9.5', intersection(loc, seq(generic, byAlias, fromFence)))
const row9 = define('preserved-9', '8.9.5', intersection(loc, seq(toFence, byAlias, fromFence)))
const preserved = define('preserved', '8.9.5', union(row1, row2, row3, row4, row5, row6, row7, row8, row9))

const cause = define('cause', '8.9.5', seq(optional(observation), preserved))

const writes = on(W)
/** Coherence is kept there as a generator of an order; its sparsest form relates neighbours only. */
const coImmediate = define('co-imm', '8.9.6', difference(co, seq(co, co)))

export const nvlitmus: Model = {
  name: 'nvlitmus',
  summary: "what the mixed-proxy paper's Alloy artifact decides",
  excludes: [
    'read-only path',
    'red',
    'atomics other than add',
    'one-sided fences',
    'barriers',
    'branches',
    'clusters',
    'kernels and streams',
    'initial values',
    'final values',
  ],
  axioms: [
    axiom(
      'Coherence',
      '8.10.1',
      contained(intersection(seq(writes, cause, writes), loc), co),
      // Here, and only here, the address counts.
      contained(intersection(product(W, W), ms, vloc), union(co, inverse(co))),
    ),
    // Fence-SC is stated over causality order, which relates memory operations only: it says nothing.
    axiom('Fence-SC', '8.10.2', irreflexive(seq(sync_fence, cause))),
    axiom('Atomicity', '8.10.3', empty(intersection(seq(intersection(ms, fr), intersection(ms, coImmediate)), rmw))),
    // The only dependency is that of an atomic on itself.
    axiom('No-Thin-Air', '8.10.4', acyclic(union(rf, rmw))),
    // With coherence and without a step before; there is no SC-per-Location.
    axiom('Causality', '8.10.6', irreflexive(seq(optional(union(rf, co, fr)), cause))),
  ],
}
