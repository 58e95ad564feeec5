/** Runs in which threads take turns in one memory: sequentially consistent executions (Lamport 1979). No fence, order or scope forbids one. */

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
  union,
} from '../axioms/algebra/terms.js'
import { co, fr, id, loc, po, rf, W } from '../axioms/algebra/vocabulary.js'

/** Writes that race have no order in other executions, so that any of them may be the last. In turn, each comes before or after another. */
const writesInTurn = empty(difference(intersection(product(W, W), loc), union(co, inverse(co), id)))

const inTurns: Axiom = axiom('SC', 'Lamport 1979', acyclic(union(po, rf, co, fr)), writesInTurn)

/** The model whose executions are those of the model in which threads take turns. */
export const sequential = (model: Model): Model => ({ ...model, axioms: [...model.axioms, inTurns] })
