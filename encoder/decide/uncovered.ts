/** Executions because of which a program is not covered: those with a mixed-size race, and those that reach what is not modelled. */

import type { Model } from '../../axioms/algebra/terms.js'
import { threadAt } from '../../litmus/program.js'
import { formatPlace } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import type { EventGraph, Unmodelled } from '../events/event.js'
import type { Execution } from '../execution/execution.js'
import { truthIn } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import { mixedRaceFormula, mixedRaceIn, type NotCovered, notCoveredFor } from './mixed-sizes.js'

/** Whether there may be such an execution. */
export const mayBeUncovered = ({ mixed, unmodelled }: EventGraph): boolean => mixed || unmodelled.length > 0

/** Whether an execution is one. */
export const uncoveredFormula = (encoding: Encoding): Formula =>
  encoding.builder.or(
    encoding.graph.mixed ? mixedRaceFormula(encoding) : encoding.builder.ff,
    unmodelledFormula(encoding),
  )

/** Whether an execution reaches what is not modelled. */
export const unmodelledFormula = ({ graph, builder, truth }: Encoding): Formula =>
  builder.any(graph.unmodelled.map(({ when }) => truth(when)))

/** The verdict on a program that has this execution; undefined if it says nothing against covering it. */
export function uncoveredIn(graph: EventGraph, model: Model, execution: Execution): NotCovered | undefined {
  const race = mixedRaceIn(graph, model, execution)
  return race === undefined ? unmodelledIn(graph, execution) : notCoveredFor(graph, model, race)
}

/** The same, if it reaches what is not modelled. */
export function unmodelledIn(graph: EventGraph, execution: Execution): NotCovered | undefined {
  const truth = truthIn(execution)
  const reached = graph.unmodelled.find(({ when }) => truth(when))
  return reached === undefined ? undefined : { kind: 'not covered', reason: unmodelledText(graph, reached) }
}

/** `P0 reaches what is not modelled, k.ptx:8:4: matrix instructions are not modelled` */
function unmodelledText({ program }: EventGraph, { thread, instruction, why }: Unmodelled): string {
  const { name, instructions } = threadAt(program.threads, thread)
  const { span } = must(instructions[instruction], 'the instruction that is not modelled')
  return `${name} reaches what is not modelled, ${formatPlace(span)}: ${why}`
}
