/** The base sets and relations of one execution. */

import type { EventGraph, Pair } from '../events/graph/event.js'
import { baseOf } from '../relations/base.js'
import type { Chosen } from '../relations/chosen.js'
import type { Base } from '../relations/interpret.js'
import { type Relation, relationAlgebra } from '../relations/relation.js'
import type { Predicate } from '../values/expression.js'
import { booleans } from '../values/logic.js'
import { seenOf } from './arrivals.js'
import type { Execution } from './execution.js'

/** Returns the choices of an execution as relations. */
export function chosenIn(graph: EventGraph, execution: Execution): Chosen<boolean> {
  const { fromPairs } = relationAlgebra(graph.events.length, booleans)
  const relation = (pairs: readonly Pair[]): Relation<boolean> => fromPairs(pairs.map(([a, b]) => [a, b, true]))
  const { executed, rf, co, sync_fence } = execution
  return {
    executed,
    rf: relation(rf),
    parts: execution.parts.map((part) => ({ ...part, when: true })),
    co: relation(co),
    sync_fence: relation(sync_fence),
    seen: relation(seenOf(graph, execution)),
  }
}

/** Returns the sets and relations of an execution in which `truth` says what holds. */
export const baseIn = (
  graph: EventGraph,
  execution: Execution,
  truth: (predicate: Predicate) => boolean,
): Base<boolean> => baseOf(graph, chosenIn(graph, execution), truth, booleans)
