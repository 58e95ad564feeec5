/** The executions that make a program not covered: those with a mixed-size race, and those that reach something that is not modelled. */

import type { Model } from '../../axioms/algebra/terms.js'
import { threadAt } from '../../litmus/program.js'
import { shownPlace } from '../../source/line.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { must } from '../../source/must.js'
import { writtenAt } from '../../source/text.js'
import type { Decisive, EventGraph, Unmodelled } from '../events/graph/event.js'
import type { Execution } from '../execution/execution.js'
import { truthIn } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import { dependence, type Executions, mayDependOn } from '../relations/unknown-values.js'
import { booleans } from '../values/logic.js'
import { mixedRaceFormula, mixedRaceIn, type NotCovered, notCoveredFor } from './mixed-sizes.js'

/** Returns whether there may be such an execution. */
export const mayBeUncovered = (graph: EventGraph): boolean => graph.mixed || mayBeUnmodelled(graph)

/** Returns whether an execution may reach what is not modelled. */
export const mayBeUnmodelled = (graph: EventGraph): boolean =>
  graph.unmodelled.length > 0 || decidedByFunctions(graph).length > 0

/** Returns the condition of such an execution. */
export const uncoveredFormula = (encoding: Encoding): Formula =>
  encoding.builder.or(
    encoding.graph.mixed ? mixedRaceFormula(encoding) : encoding.builder.ff,
    unmodelledFormula(encoding),
  )

/** Returns whether an execution reaches what is not modelled. */
export const unmodelledFormula = ({ graph, builder, truth, solution: { rf } }: Encoding): Formula =>
  unmodelledWhen(graph, { logic: builder, truth, rf })

/** Returns whether an execution reaches what is not modelled, in any logic. */
export function unmodelledWhen<B>(graph: EventGraph, executions: Executions<B>): B {
  const { logic, truth } = executions
  const value = dependence(graph, executions, isFunction(graph), true)
  return logic.any([
    ...graph.unmodelled.map(({ when }) => truth(when)),
    ...decidedByFunctions(graph).map(({ when, values }) => logic.and(truth(when), logic.any(values.map(value)))),
  ])
}

/**
 * Returns the verdict on a program that has this execution; undefined if the execution does not show that the program
 * is not covered.
 */
export function uncoveredIn(graph: EventGraph, model: Model, execution: Execution): NotCovered | undefined {
  const race = mixedRaceIn(graph, model, execution)
  return race === undefined ? unmodelledIn(graph, execution) : notCoveredFor(graph, model, race)
}

/** Returns the verdict if the execution reaches what is not modelled. */
export function unmodelledIn(graph: EventGraph, execution: Execution): NotCovered | undefined {
  const truth = truthIn(execution)
  const reached = graph.unmodelled.find(({ when }) => truth(when))
  if (reached !== undefined) return unmodelled(graph, reached)
  const rf = execution.rf.map(([write, read]) => [write, read, true] as const)
  const dependsOn = (decisive: Decisive, isWanted: (unknown: number) => boolean): boolean => {
    const value = dependence(graph, { logic: booleans, truth, rf }, isWanted, true)
    return decisive.values.some(value)
  }
  const decisive = decidedByFunctions(graph).find((one) => truth(one.when) && dependsOn(one, isFunction(graph)))
  if (decisive === undefined) return undefined
  const of = [...graph.unknowns.keys()].find(
    (unknown) => isFunction(graph)(unknown) && dependsOn(decisive, (one) => one === unknown),
  )
  return {
    kind: 'not covered',
    reason: decidedText(graph, decisive, must(of, 'a function that decides')),
    at: [decisive.span],
  }
}

const isFunction =
  ({ unknowns }: EventGraph) =>
  (unknown: number): boolean => {
    const value = unknowns[unknown]
    return value?.from === 'instruction' && value.function !== undefined
  }

/**
 * Returns the places where the result of an uninterpreted function may decide which path a thread takes, or which
 * memory it accesses.
 */
const decidedByFunctions: (graph: EventGraph) => readonly Decisive[] = memoisedWeakly((graph) => {
  const dependsOn = mayDependOn(graph)
  return graph.decisive.filter(({ values }) => [...dependsOn(values)].some(isFunction(graph)))
})

/**
 * Writes `P0 reaches what is not modelled, k.ptx:33:2: which way it takes depends on add.rn.f32 %f3, %f1, %f2,
 * k.ptx:31:2, which is not computed`.
 */
function decidedText({ program, unknowns }: EventGraph, { thread, span, what }: Decisive, unknown: number): string {
  const value = unknowns[unknown]
  if (value?.from !== 'instruction') throw new Error(`value ${unknown} is not that of a function`)
  const at = must(threadAt(program.threads, value.thread).instructions[value.instruction], 'the function').span
  const which = what === 'way' ? 'which way it takes' : 'which memory it accesses'
  return `${threadAt(program.threads, thread).name} reaches what is not modelled, ${shownPlace(span)}: ${which} depends on \`${writtenAt(at)}\`, ${shownPlace(at)}, which is not computed`
}

/** Says `P0 reaches what is not modelled, k.ptx:8:4: matrix instructions are not modelled`. */
function unmodelled({ program }: EventGraph, { thread, instruction, why }: Unmodelled): NotCovered {
  const { name, instructions } = threadAt(program.threads, thread)
  const { span } = must(instructions[instruction], 'the instruction that is not modelled')
  return {
    kind: 'not covered',
    reason: `${name} reaches what is not modelled, ${shownPlace(span)}: ${why}`,
    at: [span],
  }
}
