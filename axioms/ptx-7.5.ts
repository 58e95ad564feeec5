/**
 * The memory consistency model of the PTX ISA with proxies, sections 8.7 to 8.10, and "Mixed-Proxy Extensions for the NVIDIA
 * PTX Memory Consistency Model" (ISCA 2022). The terms stand in the order of the manual. README.md beside this file says
 * where the sources are silent or disagree, and what was decided.
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
  except,
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
  ACQ_REL,
  ALIAS,
  api,
  B,
  CON,
  clusterbar,
  co,
  dep,
  F,
  fr,
  GEN,
  id,
  loc,
  M,
  NC,
  po,
  R,
  RED,
  REL,
  RLX,
  rf,
  rmw,
  SUR,
  scta,
  sr,
  sync_fence,
  syncbar,
  TEX,
  vloc,
  W,
} from './algebra/vocabulary.js'

/** Strong operations (8.4): not weak; memory fences are strong, proxy fences are not. */
const strongRead = defineSet('strong-read', '8.4', and(R, or(RLX, ACQ)))
const strongWrite = defineSet('strong-write', '8.4', and(W, or(RLX, REL)))
const memoryFence = defineSet('memory-fence', '8.4', and(F, or(ACQ, REL, ACQ_REL)))
const strong = defineSet('strong', '8.4', or(strongRead, strongWrite, memoryFence))

/** Operations by one path (8.6). No fence orders the read-only path, of which the manual's model says nothing (8.1). */
const sameProxy = define(
  'same-proxy',
  '8.6',
  union(product(GEN, GEN), product(SUR, SUR), product(TEX, TEX), product(CON, CON), product(NC, NC)),
)

/** Morally strong (8.7): ordered by program order, or both strong with scopes that include each other; one proxy; one address. */
const ordered = union(po, inverse(po), intersection(product(strong, strong), sr))
const otherAddress = difference(product(M, M), vloc)
const ms = define('ms', '8.7', difference(intersection(ordered, sameProxy), union(otherAddress, id)))

/** Release patterns (8.8): a release, or a release fence and a later strong write; what follows on the same address carries on. */
const releaseFence = defineSet('release-fence', '8.8', and(F, or(REL, ACQ_REL)))
const releasePattern = define(
  'release-pattern',
  '8.8',
  union(
    seq(on(and(W, REL)), optional(intersection(po, vloc)), on(strongWrite)),
    seq(on(releaseFence), po, on(strongWrite)),
  ),
)

/** Acquire patterns (8.8). A `red` returns nothing, so its read acquires nothing (8.4, 8.11.1). */
const acquireFence = defineSet('acquire-fence', '8.8', and(F, or(ACQ, ACQ_REL)))
const observer = defineSet('observer', '8.8', except(strongRead, RED))
const acquirePattern = define(
  'acquire-pattern',
  '8.8',
  union(
    seq(on(observer), optional(intersection(po, vloc)), on(and(observer, ACQ))),
    seq(on(observer), po, on(acquireFence)),
  ),
)

/** One step of observation (8.9.2): a morally strong read of the write, or through an atomic. */
const observation = define('observation', '8.9.2', union(intersection(ms, rf), rmw))

/** Synchronises-with (8.9.4). */
const sync = define('sync', '8.9.4', intersection(ms, seq(releasePattern, closure(observation), acquirePattern)))

/**
 * An arrival at the barrier of a cluster synchronises with the waits of its phase (8.9.4). A relaxed one does not; but a release fence before it
 * does, with those that its scope includes.
 */
const clusterSync = define(
  'cluster-sync',
  '8.9.4',
  union(
    seq(on(REL), clusterbar, on(ACQ)),
    intersection(sr, seq(on(releaseFence), po, on(and(B, RLX)), clusterbar, on(ACQ))),
  ),
)

/** Base causality (8.9.5): program order, synchronisation, Fence-SC order, barriers and the runtime's calls, one after the other. */
const baseCause = define(
  'base-cause',
  '8.9.5',
  closure(union(po, sync, sync_fence, intersection(syncbar, scta), clusterSync, api)),
)

/** From a memory operation to a later fence of its proxy in its CTA, and from such a fence to a later operation. */
const ownFence = define(
  'own-fence',
  '8.9.5',
  intersection(
    scta,
    union(product(and(M, SUR), and(F, SUR)), product(and(M, TEX), and(F, TEX)), product(and(M, CON), and(F, CON))),
  ),
)
/** The end of a kernel, and its start, reconcile its accesses by every proxy as a fence of each would (8.9.4, API synchronization). */
const proxied = on(except(M, GEN))
const toEnd = define('to-own-end', '8.9.4', seq(proxied, api))
const fromStart = define('from-own-start', '8.9.4', seq(api, proxied))
const toFence = define('to-own-fence', '8.9.5', union(intersection(baseCause, ownFence), toEnd))
const fromFence = define('from-own-fence', '8.9.5', union(intersection(baseCause, inverse(ownFence)), fromStart))
const byAlias = define('by-alias-fence', '8.9.5', seq(baseCause, on(ALIAS), baseCause))
const generic = on(GEN)

/** Proxy-preserved base causality (8.9.5; paper 5.2, 5.3, 6.2.4): the nine ways in which base causality reaches across proxies. */
const row1 = define('preserved-1', '8.9.5', intersection(vloc, seq(generic, baseCause, generic)))
const row2 = define('preserved-2', '8.9.5', intersection(vloc, baseCause, sameProxy, scta))
const row3 = define('preserved-3', '8.9.5', intersection(vloc, seq(toFence, baseCause, generic)))
const row4 = define('preserved-4', '8.9.5', intersection(vloc, seq(generic, baseCause, fromFence)))
const row5 = define('preserved-5', '8.9.5', intersection(vloc, seq(toFence, baseCause, fromFence)))
const row6 = define('preserved-6', '8.9.5', intersection(loc, seq(generic, byAlias, generic)))
const row7 = define('preserved-7', '8.9.5', intersection(loc, seq(toFence, byAlias, generic)))
const row8 = define('preserved-8', '8.9.5', intersection(loc, seq(generic, byAlias, fromFence)))
const row9 = define('preserved-9', '8.9.5', intersection(loc, seq(toFence, byAlias, fromFence)))

/** Whatever the addresses and paths: one operation of a stream or the host completes before the other starts (8.9.4, API synchronization). */
const completed = seq(optional(po), api)
const started = seq(api, optional(po))
const apart = define(
  'preserved-api',
  '8.9.5',
  intersection(loc, seq(on(M), completed, optional(baseCause), started, on(M))),
)

const preserved = define('preserved', '8.9.5', union(row1, row2, row3, row4, row5, row6, row7, row8, row9, apart))

/** Causality order (8.9.5). */
const cause = define('cause', '8.9.5', seq(optional(observation), preserved))

const writes = on(W)

export const ptx75: Model = {
  name: 'ptx-7.5',
  summary: 'PTX ISA 7.5 and later: scopes, proxies and virtual aliases',
  excludes: [],
  axioms: [
    axiom(
      'Coherence',
      '8.10.1',
      contained(intersection(seq(writes, cause, writes), loc), co),
      contained(intersection(product(W, W), ms, loc), union(co, inverse(co))),
    ),
    // Over base causality: causality order relates memory operations only, so with it the axiom would say nothing.
    axiom('Fence-SC', '8.10.2', irreflexive(seq(sync_fence, baseCause))),
    // Each read has one write by construction, which is single-copy atomicity.
    axiom('Atomicity', '8.10.3', empty(intersection(seq(intersection(ms, fr), intersection(ms, co)), rmw))),
    axiom('No-Thin-Air', '8.10.4', acyclic(union(rf, dep))),
    axiom('SC-per-Location', '8.10.5', acyclic(union(intersection(ms, union(rf, co, fr)), intersection(ms, po, vloc)))),
    axiom('Causality', '8.10.6', irreflexive(seq(union(rf, fr), cause))),
  ],
}
