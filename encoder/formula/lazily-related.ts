/**
 * Costly relations whose pairs are variables. If a solution violates an axiom, each pair that holds in it although its
 * variable does not has the reason for it stated, and another solution is asked for. So the formula grows with the executions that a question needs, and not
 * with the ways in which events may be ordered (Gavrilenko et al., CAV 2019, and Haas et al., OOPSLA 2022, do likewise).
 */

import type { BaseRelation } from '../../axioms/algebra/names.js'
import { solved } from '../../axioms/algebra/recursion.js'
import type { Axiom, EventSet, Rel } from '../../axioms/algebra/terms.js'
import { partsOf, termsOf } from '../../axioms/algebra/traverse.js'
import { id } from '../../axioms/algebra/vocabulary.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { EventGraph } from '../events/graph/event.js'
import type { BitRows } from '../relations/bits.js'
import type { Chosen } from '../relations/chosen.js'
import type { TermBounds } from '../relations/deduced.js'
import { demandedPairs } from '../relations/demand.js'
import { type Fixed, inBits } from '../relations/in-bits.js'
import type { Interpreter } from '../relations/interpret.js'
import type { Relation } from '../relations/relation.js'
import type { Predicate } from '../values/expression.js'
import type { Formula, FormulaBuilder } from './formula.js'
import type { Lazy } from './lazily.js'
import { type LaterSteps, reasons } from './reasons.js'

/** The number of pairs that violate an axiom and are stated at once, and of others with them. */
const mostAtOnce = 2_000
const mostOthers = 300

/** All executions of a problem. */
interface SymbolicChoices {
  readonly chosen: Chosen<Formula>
  readonly truth: (predicate: Predicate) => Formula
  readonly later: LaterSteps
}

export interface LazilyRelated {
  /** The costly relations, as variables for the pairs that axioms demand. */
  readonly relations: ReadonlyMap<Rel, Relation<Formula>>
  /** Returns what ties the variables to their relations. `whole` interprets terms over all executions at once. */
  readonly lazy: (whole: Pick<Interpreter<Formula>, 'pair' | 'set'>) => Lazy
}

/**
 * Returns the costly relations on which the axioms depend; undefined if there are none, if an axiom depends on the absence of their
 * pairs, or if more than `mostPairs` matter. `bits` and `may` bound all terms.
 */
export function lazilyRelated(
  graph: EventGraph,
  axioms: readonly Axiom[],
  { bits, may }: TermBounds,
  { chosen, truth, later }: SymbolicChoices,
  builder: FormulaBuilder,
  mostPairs: number,
): LazilyRelated | undefined {
  const requirements = axioms.flatMap((axiom) => axiom.requirements)
  const demanded = demandedPairs(requirements, may, id, bits)
  if (demanded === undefined || demanded.size === 0 || ![...demanded.keys()].every(isDerivable)) return undefined
  if ([...demanded.values()].reduce((sum, pairs) => sum + bits.size(pairs), 0) > mostPairs) return undefined
  const size = graph.events.length
  const isExecuted = (event: number): Formula => chosen.executed[event] ?? builder.ff
  const relations = new Map<Rel, Relation<Formula>>()
  for (const [term, pairs] of demanded) {
    const rows = Array.from({ length: size }, (_, a) => {
      const row = new Map<number, Formula>()
      for (const b of bits.successors(pairs, a)) {
        const both = builder.and(isExecuted(a), isExecuted(b))
        if (both !== builder.ff) row.set(b, builder.and(builder.variable(`lazy_${relations.size}_${a}_${b}`), both))
      }
      return row
    })
    relations.set(term, rows)
  }
  const names = new Set<BaseRelation>(['id', 'po'])
  for (const term of termsOf(axioms)) if (term.kind === 'base') names.add(term.name)
  let fixed: Fixed | undefined
  const lazy = (whole: Pick<Interpreter<Formula>, 'pair' | 'set'>): Lazy => ({
    violated: (holds) => {
      const now = inBits(graph, chosenIn(chosen, holds), (predicate) => holds(truth(predicate)), fixed, names)
      fixed = now.fixed
      const inSolution = now.interpreter
      if (axioms.every(inSolution.axiom)) return []
      const reason = reasons(inSolution, bits, whole, builder, later, holds)
      const clauses: Formula[] = []
      const state = (among: (term: Rel) => BitRows, most: number): void => {
        for (const [term, rows] of relations) {
          const there = among(term)
          rows.forEach((row, a) => {
            for (const [b, pair] of row)
              if (clauses.length < most && bits.has(there, a, b) && !holds(pair))
                clauses.push(builder.or(builder.not(reason(term, a, b)), pair))
          })
        }
      }
      // The pairs that violate an axiom come first. Others would be needed for the next solutions.
      const violating = demandedPairs(requirements, inSolution.relation, id, bits)
      const isViolating = (term: Rel): BitRows => violating?.get(term) ?? bits.empty
      state(isViolating, mostAtOnce)
      state((term) => bits.difference(inSolution.relation(term), isViolating(term)), clauses.length + mostOthers)
      return clauses
    },
  })
  return { relations, lazy }
}

/** Returns whether the recursions in a term are compositions and closures, so that a pair has a derivation. */
const isDerivable: (term: Rel | EventSet) => boolean = memoisedWeakly(
  (term) => (term.kind !== 'recursive' || solved(term.equations) !== undefined) && partsOf(term).every(isDerivable),
)

/** Returns the choices of a solution. */
function chosenIn(chosen: Chosen<Formula>, holds: (formula: Formula) => boolean): Chosen<boolean> {
  const those = (relation: Relation<Formula>): Relation<boolean> =>
    relation.map((row) => new Map([...row].flatMap(([to, when]) => (holds(when) ? [[to, true] as const] : []))))
  return {
    executed: chosen.executed.map(holds),
    rf: those(chosen.rf),
    parts: chosen.parts.map((part) => ({ ...part, when: holds(part.when) })),
    co: those(chosen.co),
    sync_fence: those(chosen.sync_fence),
    seen: those(chosen.seen),
  }
}
