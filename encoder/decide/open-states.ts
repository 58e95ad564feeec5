/** Final states with values that cannot be listed: they depend on unknown values. */

import type { Observable } from '../../litmus/condition.js'
import type { Question } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { accessAt, type EventGraph } from '../events/graph/event.js'
import type { Execution } from '../execution/execution.js'
import { reaches, truthIn } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import type { ChosenPair } from '../relations/chosen.js'
import { dependence } from '../relations/unknown-values.js'
import type { Predicate } from '../values/expression.js'
import { booleans, type Logic } from '../values/logic.js'

/** The most bits of an unknown value for which all values are listed. */
const mostBits = 2

interface Ended<B> {
  readonly logic: Logic<B>
  readonly truth: (predicate: Predicate) => B
  readonly rf: readonly ChosenPair<B>[]
  /** Returns the writes, one of which remains in a cell. */
  readonly final: (cell: number) => readonly { readonly write: number; readonly when: B }[]
}

/** Returns, for each observed register or location, when its final value is open, that is, unconstrained. */
function openAt<B>(
  graph: EventGraph,
  observed: readonly Observable[],
  { final, ...executions }: Ended<B>,
): readonly B[] {
  const { logic } = executions
  const isWide = (id: number): boolean => must(graph.unknowns[id], 'an unknown value').width > mostBits
  const isOpen = dependence(graph, executions, isWide, false)
  return observed.map((term) => {
    if (term.kind === 'register') {
      const held = graph.registers[term.thread]?.get(term.name)
      return held === undefined ? logic.ff : isOpen(held.value)
    }
    const location = graph.program.variables.find(({ name }) => name === term.variable)?.location
    const bytes = must(graph.program.locations[location ?? -1], 'the location of a variable').type.width / 8
    return logic.any(
      graph.cells.flatMap((cell, i) =>
        cell.location === location && cell.offset < term.offset + bytes && term.offset < cell.offset + cell.bytes
          ? final(i).map(({ write, when }) =>
              when === logic.ff ? when : logic.and(when, isOpen(accessAt(graph, write).value)),
            )
          : [],
      ),
    )
  })
}

/** Returns when each observed value is open in the executions among which z3 chooses. */
export const openFormulas = (
  { graph, builder, truth, solution: { rf, final } }: Encoding,
  observed: readonly Observable[],
): readonly Formula[] =>
  openAt(graph, observed, { logic: builder, truth, rf, final: (cell) => must(final[cell], 'the choice for each cell') })

/** Returns whether each observed value is open in one execution. */
export function openIn(graph: EventGraph, observed: readonly Observable[], execution: Execution): readonly boolean[] {
  if (graph.unknowns.length === 0) return observed.map(() => false)
  return openAt(graph, observed, {
    logic: booleans,
    truth: truthIn(execution),
    rf: execution.rf.map(([write, read]) => [write, read, true] as const),
    final: (cell) => [{ write: must(execution.final[cell], 'a last write of each cell'), when: true }],
  })
}

/** Returns the questions whose outcome an execution with open values reaches: another with the same state may not. */
export const reachedWith = (graph: EventGraph, open: readonly boolean[], execution: Execution): readonly Question[] =>
  open.includes(true) ? graph.program.questions.filter((question) => reaches(question, graph, execution)) : []
