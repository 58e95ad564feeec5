/**
 * The conditions that make a choice of `rf`, `co` and `sync_fence` a candidate execution, before any model judges it.
 * Values and final states are the encoder's part.
 */

import {
  type Axiom,
  acyclic,
  and,
  axiom,
  closure,
  contained,
  difference,
  domain,
  empty,
  except,
  intersection,
  inverse,
  irreflexive,
  on,
  or,
  product,
  type Rel,
  type Requirement,
  range,
  seq,
  union,
} from './terms.js'
import { co, complete, F, fr, IW, id, loc, R, rf, rmw, SC, sr, sync_fence, W } from './vocabulary.js'

const transitive = (of: Rel) => contained(seq(of, of), of)

const fenceSc = and(F, SC)

const readsAWrite = [contained(rf, intersection(product(W, R), loc)), contained(on(R), seq(inverse(rf), rf))] as const

/** Each read has exactly one write. */
const readsFrom: Axiom = axiom('reads-from', '8.9.7', ...readsAWrite, contained(seq(rf, inverse(rf)), id))

/**
 * Each read has a write. The encoder ensures that each of its bytes has exactly one write, since events cannot express
 * this.
 */
export const readsBytesFrom: Axiom = axiom('reads-from', '8.9.7', ...readsAWrite)

const fenceScOrder = axiom(
  'Fence-SC order',
  '8.9.3',
  contained(sync_fence, product(fenceSc, fenceSc)),
  irreflexive(sync_fence),
  transitive(sync_fence),
  // Two `fence.sc` of one proxy, as all memory fences are, are morally strong where each includes the other.
  contained(difference(intersection(product(fenceSc, fenceSc), sr), id), union(sync_fence, inverse(sync_fence))),
)

const coherenceOrder = (...isOrder: readonly [Requirement, Requirement]): Axiom =>
  axiom(
    'coherence order',
    '8.9.6',
    contained(co, intersection(product(W, W), loc)),
    ...isOrder,
    contained(intersection(product(IW, except(W, IW)), loc), co),
  )

/** The conditions of a candidate execution of a program in which accesses overlap completely or not at all. */
export const candidate: readonly Axiom[] = [readsFrom, coherenceOrder(irreflexive(co), transitive(co)), fenceScOrder]

/**
 * Atomics that overlap partially, and whose scopes include each other: each is performed before the other begins, or
 * after it ends.
 */
const apart = intersection(
  difference(loc, complete),
  sr,
  product(or(domain(rmw), range(rmw)), or(domain(rmw), range(rmw))),
)

/** Atomicity of atomics of different widths, in programs with and without races (ISA 8.7.2). */
export const mixedAtomicity: Axiom = axiom(
  'atomicity of mixed sizes',
  '8.7.2',
  contained(intersection(product(range(rmw), range(rmw)), apart), union(co, inverse(co))),
  empty(intersection(seq(intersection(fr, apart), intersection(co, apart)), rmw)),
  irreflexive(seq(intersection(rf, apart), rmw, intersection(co, apart))),
)

/**
 * The requirement is the same for all programs. Coherence is a transitive order, and `co` has those of its pairs that
 * overlap.
 */
export const mixedCandidate: readonly Axiom[] = [
  readsBytesFrom,
  mixedAtomicity,
  coherenceOrder(acyclic(co), contained(intersection(closure(co), loc), co)),
  fenceScOrder,
]
