/** The relations of one execution as bits. Brute force looks at thousands of executions that differ only in their choices. */

import type { Axiom, Rel } from '../../axioms/algebra/terms.js'
import type { EventGraph } from '../events/graph/event.js'
import { type Fixed, inBits as relationsInBits } from '../relations/in-bits.js'
import { chosenIn } from './base.js'
import { evaluatorOf } from './evaluated.js'
import type { Execution } from './execution.js'

/** The relations that hold in an execution. */
export interface InBits {
  /** Returns whether the axiom holds. */
  readonly axiom: (axiom: Axiom) => boolean
  /** Returns whether the relation leads from one event to another. */
  readonly holds: (term: Rel, from: number, to: number) => boolean
}

/** Returns the axioms and relations that hold in an execution of the graph. */
export function inBits(graph: EventGraph, execution: Execution): InBits {
  const cached = latest.get(graph)
  if (cached?.execution === execution) return cached.bits
  const { truth } = evaluatorOf(execution)
  const { algebra, interpreter, fixed } = relationsInBits(graph, chosenIn(graph, execution), truth, cached?.fixed)
  const bits: InBits = {
    axiom: interpreter.axiom,
    holds: (term, from, to) => algebra.has(interpreter.relation(term), from, to),
  }
  latest.set(graph, { execution, fixed, bits })
  return bits
}

/** The results for the execution that was examined last. */
interface Latest {
  readonly execution: Execution
  readonly fixed: Fixed
  readonly bits: InBits
}

const latest = new WeakMap<EventGraph, Latest>()
