/** Finds which final values depend on something, in one execution or in those among which the solver chooses. */

import type { Observable } from '../../litmus/condition.js'
import { must } from '../../source/must.js'
import { accessAt, type EventGraph } from '../events/graph/event.js'
import type { Execution } from '../execution/execution.js'
import { truthIn } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import type { ChosenPair } from '../relations/chosen.js'
import type { Expression, Predicate } from '../values/expression.js'
import { booleans, type Logic } from '../values/logic.js'

/** Executions with their final states, over some logic. */
export interface Ended<B> {
  readonly logic: Logic<B>
  readonly truth: (predicate: Predicate) => B
  readonly rf: readonly ChosenPair<B>[]
  /** Returns the writes, one of which remains in a cell. */
  readonly final: (cell: number) => readonly { readonly write: number; readonly when: B }[]
}

/** Returns the executions among which the solver chooses. */
export const endedAmong = ({ builder, truth, solution: { rf, final } }: Encoding): Ended<Formula> => ({
  ...{ logic: builder, truth, rf },
  final: (cell) => must(final[cell], 'the choice for each cell'),
})

/** Returns one execution. */
export const endedIn = (execution: Execution): Ended<boolean> => ({
  logic: booleans,
  truth: truthIn(execution),
  rf: execution.rf.map(([write, read]) => [write, read, true] as const),
  final: (cell) => [{ write: must(execution.final[cell], 'a last write of each cell'), when: true }],
})

/** Returns when the final value of a register or location depends on what values depend on. */
export const atTheEnd =
  <B>(graph: EventGraph, { logic, final }: Ended<B>, dependsOn: (value: Expression) => B) =>
  (term: Observable): B => {
    if (term.kind === 'register') {
      const held = graph.registers[term.thread]?.get(term.name)
      return held === undefined ? logic.ff : dependsOn(held.value)
    }
    const location = graph.program.variables.find(({ name }) => name === term.variable)?.location
    const bytes = must(graph.program.locations[location ?? -1], 'the location of a variable').type.width / 8
    return logic.any(
      graph.cells.flatMap((cell, i) =>
        cell.location === location && cell.offset < term.offset + bytes && term.offset < cell.offset + cell.bytes
          ? final(i).map(({ write, when }) =>
              when === logic.ff ? when : logic.and(when, dependsOn(accessAt(graph, write).value)),
            )
          : [],
      ),
    )
  }
