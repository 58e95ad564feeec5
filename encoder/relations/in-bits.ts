/**
 * The relations of one execution as bits. Executions that are examined one after the other often differ only in their
 * choices; everything that does not depend on them is kept from one to the next.
 */

import { type BaseRelation, type BaseSet, baseRelations, baseSets } from '../../axioms/algebra/names.js'
import { unknownsOf } from '../../axioms/algebra/recursion.js'
import type { EventSet, Rel } from '../../axioms/algebra/terms.js'
import { partsOf } from '../../axioms/algebra/traverse.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Predicate } from '../values/expression.js'
import { booleans } from '../values/logic.js'
import { baseOf } from './base.js'
import { type BitAlgebra, type BitRows, type Bits, bitAlgebra } from './bits.js'
import type { Chosen } from './chosen.js'
import { type BaseOver, type InterpreterOver, interpreterOver } from './interpret.js'
import { standing } from './standing.js'

type BitInterpreter = InterpreterOver<Bits, BitRows, boolean>

/** The relations that hold in an execution, and what other executions may share of them. */
export interface InBits {
  readonly algebra: BitAlgebra
  readonly interpreter: BitInterpreter
  readonly fixed: Fixed
}

/** The results that all executions of the same events share if they agree about the values that were asked for. */
export interface Fixed {
  readonly algebra: BitAlgebra
  readonly executed: readonly boolean[]
  readonly predicates: ReadonlyMap<Predicate, boolean>
  readonly base: BaseOver<Bits, BitRows>
  readonly interpreter: BitInterpreter
}

/** The relations that an execution chooses, or that follow from its choices. */
const chosenRelations: ReadonlySet<BaseRelation> = new Set([
  'rf',
  'co',
  'sync_fence',
  'syncbar',
  'clusterbar',
  'other_bytes',
])

/**
 * Returns what holds in the execution of a graph with these choices, in which `truth` says which conditions hold over
 * the values that reads return. `earlier` is what was computed for another execution of the graph. Only the relations
 * with these names can be asked for.
 */
export function inBits(
  graph: EventGraph,
  chosen: Chosen<boolean>,
  truth: (predicate: Predicate) => boolean,
  earlier?: Fixed,
  names: ReadonlySet<BaseRelation> = new Set(baseRelations),
): InBits {
  const isAlike = earlier !== undefined && isFixedAlike(earlier, chosen, truth)
  const fixed = isAlike ? earlier : fixedIn(graph, chosen, truth, names)
  const { algebra, base, interpreter } = fixed
  const { relation: choice } = baseOf(graph, chosen, truth, booleans)
  const relation = (name: BaseRelation): BitRows =>
    chosenRelations.has(name) ? algebra.relationOf(choice(name)) : base.relation(name)
  const known = { ...interpreter, knows: isFixed }
  return { algebra, interpreter: interpreterOver({ set: base.set, relation }, algebra, booleans, known), fixed }
}

function isFixedAlike(
  { executed, predicates }: Fixed,
  chosen: Chosen<boolean>,
  truth: (predicate: Predicate) => boolean,
): boolean {
  return (
    executed.every((one, i) => one === chosen.executed[i]) &&
    [...predicates].every(([predicate, answer]) => truth(predicate) === answer)
  )
}

/** Computes all fixed relations at once, so that the predicates on which they depend are known. */
function fixedIn(
  graph: EventGraph,
  chosen: Chosen<boolean>,
  truth: (predicate: Predicate) => boolean,
  names: ReadonlySet<BaseRelation>,
): Fixed {
  const predicates = new Map<Predicate, boolean>()
  const asked = (predicate: Predicate): boolean => {
    const answer = truth(predicate)
    predicates.set(predicate, answer)
    return answer
  }
  const base = baseOf(graph, chosen, asked, booleans)
  const algebra = bitAlgebra(base.size)
  const sets = new Map(baseSets.map((name) => [name, algebra.setOf(base.set(name))]))
  const { executed } = chosen
  const present = algebra.setOf(new Map(executed.entries()))
  const relationIn = (name: BaseRelation): BitRows => {
    const classes = standing(graph)(name)
    return classes === undefined ? algebra.relationOf(base.relation(name)) : algebra.ofClasses(classes, present)
  }
  const relations = new Map(
    [...names].flatMap((name) => (chosenRelations.has(name) ? [] : [[name, relationIn(name)] as const])),
  )
  const inBits = {
    set: (name: BaseSet) => must(sets.get(name), `the set ${name}`),
    relation: (name: BaseRelation) => must(relations.get(name), `the relation ${name}`),
  }
  return { algebra, executed, predicates, base: inBits, interpreter: interpreterOver(inBits, algebra, booleans) }
}

/** Returns whether a term depends on nothing that an execution chooses. */
const isFixed = (term: Rel | EventSet): boolean => unknownsOf(term).size === 0 && isWithoutChoices(term)

const isWithoutChoices: (term: Rel | EventSet) => boolean = memoisedWeakly((term) =>
  term.kind === 'base' ? !chosenRelations.has(term.name) : partsOf(term).every(isWithoutChoices),
)
