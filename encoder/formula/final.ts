/** Final states over formulas: for each cell of memory one of its last writes. */

import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import type { Cell, EventGraph, MemoryEvent } from '../events/graph/event.js'
import { assembled, cellsCovered, covers, writtenTo } from '../events/memory/parts.js'
import type { Chosen } from '../relations/chosen.js'
import type { Evaluator } from '../values/expression.js'
import type { Formula, FormulaBuilder } from './formula.js'
import { untorn } from './mixed.js'
import { type SymbolicValues, valueAmong } from './symbolic.js'
import type { Unstated } from './unstated.js'
import type { Alternative, Value } from './value.js'

/** A write that may remain. */
export interface FinalWrite {
  readonly write: number
  /** The variable that makes it the one whose value remains. */
  readonly when: Formula
  /** Holds if it may: it is executed, and no other follows it in coherence. */
  readonly isLast: Formula
}

export interface FinalStates {
  /** The choices for each cell. */
  readonly choices: readonly (readonly FinalWrite[])[]
  /** One write to each cell remains, which is one of the last. It matters only for cells whose variables are used. */
  readonly unstated: ReadonlyMap<Formula, Unstated>
  /** Returns the value that remains in some bytes. */
  readonly value: (bytes: Cell) => Value
}

/** Returns the final states of the executions that choose `co`. The final writes of some cells are known. */
export function finalStates(
  graph: EventGraph,
  builder: FormulaBuilder,
  domain: SymbolicValues,
  evaluate: Evaluator<Formula, Value>,
  { executed, co }: Pick<Chosen<Formula>, 'executed' | 'co'>,
  remaining: (cell: Cell) => Value | undefined,
): FinalStates {
  const { and, or, not, any } = builder
  const { truth } = evaluate
  const writes = graph.events.filter((event): event is MemoryEvent => event.kind === 'write')
  const covering = graph.cells.map(
    (_, cell) =>
      new Map<number, Formula>(
        writes.flatMap((write) => {
          const when = truth(covers(graph, write, cell))
          return when === builder.ff ? [] : [[write.id, when] as const]
        }),
      ),
  )
  const byId = new Map(writes.map((write) => [write.id, write]))
  const isLast = (write: number, there: ReadonlyMap<number, Formula>): Formula => {
    const later = [...must(co[write], 'a row for each event')].map(([other, when]) =>
      and(when, there.get(other) ?? builder.ff),
    )
    const isHere = and(must(executed[write], 'whether each event is executed'), there.get(write) ?? builder.ff)
    return and(isHere, not(any(later)))
  }
  const choices = covering.map((there, cell) =>
    [...there.keys()].map((write): FinalWrite => {
      const isOnlyThere = cellsCovered(graph, must(byId.get(write), 'a write')).length === 1
      const when = builder.variable(isOnlyThere ? `final_${write}` : `final_${write}_${cell}`)
      return { write, when, isLast: isLast(write, there) }
    }),
  )
  const stated = (some: readonly FinalWrite[]): readonly Formula[] => [
    any(some.map(({ when }) => when)),
    ...some.flatMap(({ when }, i) => some.slice(i + 1).map((other) => not(and(when, other.when)))),
    ...some.map(({ when, isLast }) => or(not(when), isLast)),
  ]
  const whole = graph.mixed
    ? untorn(
        graph,
        choices.flatMap((some, cell) =>
          some.map(({ write, when }) => ({ cell, write: must(byId.get(write), 'a write'), when })),
        ),
        truth,
        builder,
      )
    : []
  const valueOf = memoised((cell: number): Value => {
    const finalValue = remaining(must(graph.cells[cell], 'each cell'))
    if (finalValue !== undefined) return finalValue
    const alternatives = must(choices[cell], 'the choice for each cell').map(
      ({ write, when }): Alternative => ({
        when,
        value: evaluate.value(writtenTo(graph, must(byId.get(write), 'a write'), cell)),
      }),
    )
    const [first, ...others] = alternatives
    return valueAmong(domain, [must(first, 'the initial write of each cell'), ...others])
  })
  return {
    choices,
    unstated: new Map(
      choices.flatMap((some) =>
        some.map(({ when, isLast }) => [
          when,
          {
            stated: () => [...stated(some), ...whole],
            holds: (holds) => some.find((one) => holds(one.isLast))?.when === when && holds(isLast),
          },
        ]),
      ),
    ),
    value: (bytes) => assembled(graph, bytes, domain, valueOf),
  }
}
