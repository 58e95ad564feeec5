/**
 * The relations of one execution as bits. Brute force looks at thousands of executions that differ only in their
 * choices; everything that does not depend on them is kept from one to the next.
 */

import { type BaseRelation, type BaseSet, baseRelations, baseSets } from '../../axioms/algebra/names.js'
import { unknownsOf } from '../../axioms/algebra/recursion.js'
import type { Axiom, EventSet, Rel } from '../../axioms/algebra/terms.js'
import { partsOf } from '../../axioms/algebra/traverse.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import type { EventGraph } from '../events/graph/event.js'
import { type BitAlgebra, type BitRows, type Bits, bitAlgebra } from '../relations/bits.js'
import { type BaseOver, type InterpreterOver, interpreterOver } from '../relations/interpret.js'
import type { Predicate } from '../values/expression.js'
import { booleans } from '../values/logic.js'
import { baseIn } from './base.js'
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
  const fixed = cached !== undefined && isFixedAlike(cached.fixed, execution) ? cached.fixed : fixedIn(graph, execution)
  const bits = foundIn(graph, execution, fixed)
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

type BitInterpreter = InterpreterOver<Bits, BitRows, boolean>

/** The results that all executions of the same events share if they agree about the values that were asked for. */
interface Fixed {
  readonly algebra: BitAlgebra
  readonly executed: readonly boolean[]
  readonly predicates: ReadonlyMap<Predicate, boolean>
  readonly base: BaseOver<Bits, BitRows>
  readonly interpreter: BitInterpreter
}

/** The relations that an execution chooses, or that follow from its choices. */
const chosen: ReadonlySet<BaseRelation> = new Set(['rf', 'co', 'sync_fence', 'syncbar', 'clusterbar', 'other_bytes'])

function isFixedAlike({ executed, predicates: asked }: Fixed, execution: Execution): boolean {
  const { truth } = evaluatorOf(execution)
  return (
    executed.every((one, i) => one === execution.executed[i]) &&
    [...asked].every(([predicate, answer]) => truth(predicate) === answer)
  )
}

/** Computes all fixed relations at once, so that the predicates on which they depend are known. */
function fixedIn(graph: EventGraph, execution: Execution): Fixed {
  const { truth } = evaluatorOf(execution)
  const predicates = new Map<Predicate, boolean>()
  const base = baseIn(graph, execution, (predicate) => {
    const answer = truth(predicate)
    predicates.set(predicate, answer)
    return answer
  })
  const algebra = bitAlgebra(base.size)
  const sets = new Map(baseSets.map((name) => [name, algebra.setOf(base.set(name))]))
  const relations = new Map(
    baseRelations.flatMap((name) =>
      chosen.has(name) ? [] : [[name, algebra.relationOf(base.relation(name))] as const],
    ),
  )
  const inBits = {
    set: (name: BaseSet) => must(sets.get(name), `the set ${name}`),
    relation: (name: BaseRelation) => must(relations.get(name), `the relation ${name}`),
  }
  const { executed } = execution
  return { algebra, executed, predicates, base: inBits, interpreter: interpreterOver(inBits, algebra, booleans) }
}

function foundIn(graph: EventGraph, execution: Execution, { algebra, base, interpreter }: Fixed): InBits {
  const { relation: choice } = baseIn(graph, execution, evaluatorOf(execution).truth)
  const relation = (name: BaseRelation): BitRows =>
    chosen.has(name) ? algebra.relationOf(choice(name)) : base.relation(name)
  const { axiom, relation: valueOf } = interpreterOver({ set: base.set, relation }, algebra, booleans, {
    ...interpreter,
    knows: isFixed,
  })
  return { axiom, holds: (term, from, to) => algebra.has(valueOf(term), from, to) }
}

/** Returns whether a term depends on nothing that an execution chooses. */
const isFixed = (term: Rel | EventSet): boolean => unknownsOf(term).size === 0 && isWithoutChoices(term)

const isWithoutChoices: (term: Rel | EventSet) => boolean = memoisedWeakly((term) =>
  term.kind === 'base' ? !chosen.has(term.name) : partsOf(term).every(isWithoutChoices),
)
