/**
 * Runs in which threads take turns in one memory: sequentially consistent executions (Lamport 1979). No fence, order or
 * scope forbids one.
 */

import {
  type Axiom,
  acyclic,
  axiom,
  difference,
  empty,
  intersection,
  inverse,
  type Model,
  product,
  type Rel,
  seq,
  union,
} from '../axioms/algebra/terms.js'
import { clusterbar, co, fr, id, loc, po, rf, rmw, syncbar, W } from '../axioms/algebra/vocabulary.js'

/**
 * Writes that race have no order in other executions, so that any of them may be the last. When threads take turns,
 * each comes before or after another.
 */
const writesInTurn = empty(difference(intersection(product(W, W), loc), union(co, inverse(co), id)))

/** A thread does not give up its turn between the read and the write of an atomic, however weak other writes are. */
const atomically = empty(intersection(seq(fr, co), rmw))

/**
 * The order without fences: what follows a barrier comes after all threads that arrived at it, kernels begin and end in
 * the order of their streams, dependent ones after they are triggered, and asynchronous operations come between their
 * issue and the wait for them.
 */
const before = union(
  po,
  seq(syncbar, po),
  seq(clusterbar, po),
  ...(['api', 'trigger', 'issue', 'async_order', 'completed'] as const).map((name): Rel => ({ kind: 'base', name })),
)

const inTurns: Axiom = axiom('SC', 'Lamport 1979', acyclic(union(before, rf, co, fr)), writesInTurn, atomically)

/** Returns the model whose executions are those of the model in which threads take turns. */
export const sequential = (model: Model): Model => ({ ...model, axioms: [...model.axioms, inTurns] })
