/** Runs in which threads take turns in one memory: sequentially consistent executions (Lamport 1979). No fence, order or scope forbids one. */

import { type Axiom, type Model, union } from '../axioms/algebra/terms.js'
import { co, fr, po, rf } from '../axioms/algebra/vocabulary.js'

const inTurns: Axiom = {
  name: 'SC',
  section: 'Lamport 1979',
  requirements: [{ kind: 'acyclic', of: union(po, rf, co, fr) }],
}

/** The model whose executions are those of the model in which threads take turns. */
export const sequential = (model: Model): Model => ({ ...model, axioms: [...model.axioms, inTurns] })
