/** When barriers are passed and who arrives at them, over formulas. */

import { arrivalsSeen, type BarrierRules, barrierRules, barriersOf, mayBeTogether, syncsBefore } from './barriers.js'
import type { ChosenPair } from './base.js'
import type { BarrierEvent, EventGraph } from './events.js'
import type { Evaluator } from './expression.js'
import type { Formula, FormulaBuilder } from './formula.js'
import { booleans } from './logic.js'
import { relationAlgebra } from './relation.js'
import type { SymbolicValues, Value } from './values.js'

export interface Passing {
  /** By barrier: whether it is one of the arrivals, and for a `sync`, whether its thread goes on. */
  readonly barriers: readonly { readonly event: number; readonly arrives: Formula; readonly passes: Formula }[]
  readonly syncbar: readonly ChosenPair<Formula>[]
  readonly definitions: readonly Formula[]
}

/** `passes` is what the domain of values asks for; `finish`, to be called once, gives the rest. */
export function barrierPassing(
  graph: EventGraph,
  builder: FormulaBuilder,
  values: () => { readonly domain: SymbolicValues; readonly evaluate: Evaluator<Formula, Value> },
): { readonly passes: (barrier: number) => Formula; readonly finish: () => Passing } {
  const barriers = barriersOf(graph)
  const mutual = waitingForEachOther(barriers)
  const known = new Map<number, Formula>()
  const pending = new Set<number>()
  const free = new Set<BarrierEvent>()
  let rulesOnce: BarrierRules<Formula> | undefined
  const rules = (): BarrierRules<Formula> => {
    rulesOnce ??= barrierRules(graph, values().domain, values().evaluate)
    return rulesOnce
  }
  /** Where passing hangs on itself it is a variable, and `finish` ties it to the rule. */
  const variable = (sync: BarrierEvent): Formula => {
    const passes = builder.variable(`passes_${sync.id}`)
    known.set(sync.id, passes)
    free.add(sync)
    return passes
  }
  const passes = (id: number): Formula => {
    const sync = graph.events[id]
    if (sync?.kind !== 'barrier') throw new Error(`event ${id} is no barrier`)
    const found = known.get(id)
    if (found !== undefined) return found
    if (mutual.has(id) || pending.has(id)) return variable(sync)
    pending.add(id)
    const computed = rules().passes(sync)
    pending.delete(id)
    const meanwhile = known.get(id)
    if (meanwhile !== undefined) return meanwhile
    known.set(id, computed)
    return computed
  }

  const finish = (): Passing => {
    const { and, or, not, any, ff } = builder
    const { together, enough } = rules()
    const reached = ({ guard }: BarrierEvent): Formula => values().evaluate.truth(guard)
    const passing = new Map(barriers.map((one) => [one.id, one.action === 'sync' ? passes(one.id) : ff]))
    const passed = (id: number): Formula => passing.get(id) ?? ff
    const seenBySome = (one: BarrierEvent): Formula =>
      any(mayBeTogether(barriers, one).map((sync) => and(passed(sync.id), together(one, sync))))
    const arriving = new Map(
      barriers.map((one) => {
        const chosen = mayBeTogether(barriers, one).some(({ quorum }) => quorum !== undefined)
        const may = and(reached(one), seenBySome(one))
        return [one.id, chosen && may !== ff ? and(builder.variable(`arrives_${one.id}`), may) : may]
      }),
    )
    const arrives = (id: number): Formula => arriving.get(id) ?? ff
    const equivalent = (a: Formula, b: Formula): Formula => and(or(not(a), b), or(a, not(b)))
    const definitions = [
      ...[...free].map((sync) => equivalent(passed(sync.id), rules().passes(sync))),
      ...barriers.map((sync) =>
        or(
          not(passed(sync.id)),
          enough(sync, ({ id }) => arrives(id)),
        ),
      ),
      ...inTurn(
        graph,
        builder,
        barriers.filter(({ id }) => mutual.has(id)),
        passed,
        reached,
        rules(),
      ),
    ]
    return {
      barriers: barriers.map(({ id }) => ({ event: id, arrives: arrives(id), passes: passed(id) })),
      syncbar: arrivalsSeen(barriers, rules(), builder, arrives, passed),
      definitions,
    }
  }
  return { passes, finish }
}

/** Those `sync`s that can only pass once another has, which can only pass once they have. */
function waitingForEachOther(barriers: readonly BarrierEvent[]): ReadonlySet<number> {
  const size = Math.max(0, ...barriers.map(({ id }) => id + 1))
  const { fromPairs, closure } = relationAlgebra(size, booleans)
  const needs = barriers.flatMap((sync) =>
    mayBeTogether(barriers, sync).flatMap((one) =>
      syncsBefore(barriers, one).map((before) => [sync.id, before.id, true] as const),
    ),
  )
  const chain = closure(fromPairs(needs))
  return new Set(barriers.flatMap(({ id }) => (chain[id]?.has(id) ? [id] : [])))
}

/**
 * Of barriers that wait for each other none passes because it passes: those that each counts were reached by passing barriers that had
 * their turn before it.
 */
function inTurn(
  graph: EventGraph,
  builder: FormulaBuilder,
  mutual: readonly BarrierEvent[],
  passed: (barrier: number) => Formula,
  reached: (barrier: BarrierEvent) => Formula,
  { together, enough }: BarrierRules<Formula>,
): readonly Formula[] {
  const { and, or, not } = builder
  const barriers = barriersOf(graph)
  const { fromPairs, isAcyclic } = relationAlgebra(graph.events.length, builder)
  const counts = (sync: BarrierEvent, other: BarrierEvent): Formula =>
    sync.quorum === undefined || sync === other
      ? and(passed(sync.id), together(sync, other))
      : and(builder.variable(`counts_${sync.id}_${other.id}`), and(reached(other), together(sync, other)))
  const before = mutual.flatMap((sync) =>
    mayBeTogether(barriers, sync).flatMap((other) =>
      syncsBefore(barriers, other).map(
        (earlier) => [sync.id, earlier.id, and(and(passed(sync.id), counts(sync, other)), reached(earlier))] as const,
      ),
    ),
  )
  return [
    isAcyclic(fromPairs(before)),
    ...mutual.map((sync) =>
      or(
        not(passed(sync.id)),
        enough(sync, (other) => counts(sync, other)),
      ),
    ),
  ]
}
