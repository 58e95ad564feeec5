/**
 * The memory consistency model of the PTX ISA 6.0 to 7.4, before proxies: one path to memory, one address for each location. The
 * terms stand in the order of the manual.
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
  co,
  dep,
  F,
  fr,
  id,
  loc,
  M,
  po,
  R,
  RED,
  REL,
  RLX,
  rf,
  rmw,
  scta,
  sr,
  sync_fence,
  syncbar,
  W,
} from './algebra/vocabulary.js'

/** Strong operations (8.4). */
const strongRead = defineSet('strong-read', '8.4', and(R, or(RLX, ACQ)))
const strongWrite = defineSet('strong-write', '8.4', and(W, or(RLX, REL)))
const memoryFence = defineSet('memory-fence', '8.4', and(F, or(ACQ, REL, ACQ_REL)))
const strong = defineSet('strong', '8.4', or(strongRead, strongWrite, memoryFence))

/** Morally strong (8.7): ordered by program order, or both strong with scopes that include each other; one location. */
const ordered = union(po, inverse(po), intersection(product(strong, strong), sr))
const ms = define('ms', '8.7', difference(ordered, union(difference(product(M, M), loc), id)))

/** Release patterns (8.8). */
const releaseFence = defineSet('release-fence', '8.8', and(F, or(REL, ACQ_REL)))
const releasePattern = define(
  'release-pattern',
  '8.8',
  union(
    seq(on(and(W, REL)), optional(intersection(po, loc)), on(strongWrite)),
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
    seq(on(observer), optional(intersection(po, loc)), on(and(observer, ACQ))),
    seq(on(observer), po, on(acquireFence)),
  ),
)

/** Observation (8.9.2): a morally strong read of the write, then any number of atomics and reads of theirs. */
const observes = intersection(ms, rf)
const observation = define('observation', '8.9.2', seq(observes, optional(closure(seq(rmw, observes)))))

/** Synchronises-with (8.9.4). */
const sync = define('sync', '8.9.4', intersection(ms, seq(releasePattern, observation, acquirePattern)))

/** Base causality (8.9.5): synchronisation, with program order before, between and after; not program order alone. */
const synchronises = union(sync, sync_fence, intersection(syncbar, scta))
const baseCause = define('base-cause', '8.9.5', seq(optional(po), closure(seq(synchronises, optional(po)))))

/** Causality order (8.9.5). */
const cause = define('cause', '8.9.5', union(baseCause, seq(observation, union(baseCause, intersection(po, loc)))))

const writes = on(W)

export const ptx60: Model = {
  name: 'ptx-6.0',
  summary: 'PTX ISA 6.0 to 7.4: scopes, without proxies',
  excludes: ['proxies', 'aliases', 'kernels and streams'],
  axioms: [
    axiom(
      'Coherence',
      '8.10.1',
      contained(intersection(seq(writes, cause, writes), loc), co),
      contained(intersection(product(W, W), ms, loc), union(co, inverse(co))),
    ),
    axiom('Fence-SC', '8.10.2', irreflexive(seq(sync_fence, baseCause))),
    axiom('Atomicity', '8.10.3', empty(intersection(seq(intersection(ms, fr), intersection(ms, co)), rmw))),
    axiom('No-Thin-Air', '8.10.4', acyclic(union(rf, dep))),
    axiom('SC-per-Location', '8.10.5', acyclic(union(intersection(ms, union(rf, co, fr)), intersection(po, loc)))),
    axiom('Causality', '8.10.6', irreflexive(seq(union(rf, fr), cause))),
  ],
}
