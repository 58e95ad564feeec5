/** Decides over formulas which barriers are passed, and which threads arrive at them. */

import { must } from '../../source/must.js'
import {
  arrivalsSeen,
  barrierRules,
  barriersOf,
  isArrival,
  isChosen,
  isWait,
  mayBeTogether,
  mayHoldUp,
  passedBarriers,
} from '../events/barriers/barriers.js'
import type { BarrierEvent, EventGraph } from '../events/graph/event.js'
import type { ChosenPair } from '../relations/chosen.js'
import type { Evaluator } from '../values/expression.js'
import type { Formula, FormulaBuilder } from './formula.js'
import type { SymbolicValues } from './symbolic.js'
import type { Value } from './value.js'

export interface Passing {
  /**
   * The barriers: the condition under which each is one of the arrivals and, if it may hold up its thread, the
   * condition under which the thread gets past it.
   */
  readonly barriers: readonly { readonly event: number; readonly arrives: Formula; readonly passes: Formula }[]
  /** Pairs from arrivals to waits, at barriers of CTAs and of clusters. */
  readonly seen: readonly ChosenPair<Formula>[]
  readonly definitions: readonly Formula[]
}

/** Returns when barriers are passed. The domain of values uses `passes`. `finish`, called once, gives the rest. */
export function barrierPassing(
  graph: EventGraph,
  builder: FormulaBuilder,
  values: () => { readonly domain: SymbolicValues; readonly evaluate: Evaluator<Formula, Value> },
): { readonly passes: (barrier: number) => Formula; readonly finish: () => Passing } {
  const { and, or, not, any, ff } = builder
  const barriers = barriersOf(graph)
  const free = new Map<number, Formula>()
  let passing: ReadonlyMap<number, Formula> | 'in the making' | undefined
  /**
   * Returns the condition under which a barrier is passed, which depends on the values of reads. If these depend on the
   * passed barriers, passing is a variable, and `finish` ties it to the rule.
   */
  const passes = (id: number): Formula => {
    if (passing === 'in the making' || free.has(id)) {
      const variable = builder.variable(`passes_${id}`)
      free.set(id, variable)
      return variable
    }
    if (passing === undefined) {
      passing = 'in the making'
      passing = passedBarriers(graph, values().domain)
    }
    return free.get(id) ?? must(passing.get(id), 'the rule of each barrier that is waited at')
  }

  const finish = (): Passing => {
    const { domain, evaluate } = values()
    const { together, enough } = barrierRules(graph, domain, evaluate)
    const syncs = barriers.filter(isWait)
    const waits = new Set(barriers.filter(mayHoldUp).map(({ id }) => id))
    const passed = (id: number): Formula => (waits.has(id) ? passes(id) : ff)
    const someonePasses = (one: BarrierEvent): Formula =>
      any(mayBeTogether(syncs, one).map((sync) => and(passed(sync.id), together(one, sync))))
    const arriving = new Map(
      barriers.map((one) => {
        const may = isArrival(one) ? someonePasses(one) : ff
        const mayChoose = may !== ff && mayBeTogether(barriers, one).some(isChosen)
        return [one.id, mayChoose ? and(builder.variable(`arrives_${one.id}`), may) : may]
      }),
    )
    const arrives = (id: number): Formula => must(arriving.get(id), 'whether each barrier is an arrival')
    const ruled = typeof passing === 'object' ? passing : new Map<number, Formula>()
    return {
      barriers: barriers.map(({ id }) => ({ event: id, arrives: arrives(id), passes: passed(id) })),
      seen: arrivalsSeen(barriers, { together }, builder, arrives, passed),
      definitions: [
        ...[...free].map(([id, variable]) => {
          const rule = must(ruled.get(id), 'the rule of each barrier that is waited at')
          return and(or(not(variable), rule), or(variable, not(rule)))
        }),
        ...syncs.map((sync) => or(not(passed(sync.id)), enough(sync, arrives))),
      ],
    }
  }
  return { passes, finish }
}
