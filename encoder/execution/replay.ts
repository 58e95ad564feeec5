/** Checks an execution without a solver: recomputes its values and evaluates the model over booleans. */

import { candidate } from '../../axioms/algebra/candidate.js'
import type { Axiom, Model } from '../../axioms/algebra/terms.js'
import type { Condition, Observable } from '../../litmus/condition.js'
import type { DataType } from '../../litmus/instruction.js'
import type { Question } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { conditionHolds, observedValue } from '../events/condition.js'
import type { EventGraph, Pair } from '../events/event.js'
import { isHang, type Wait, waitsForEver } from '../events/hangs.js'
import { baseOf } from '../relations/base.js'
import { type Interpreter, interpreter } from '../relations/interpret.js'
import { type Relation, relationAlgebra } from '../relations/relation.js'
import { concrete, evaluator } from '../values/expression.js'
import { booleans } from '../values/logic.js'
import { arePassed, canArrive, seenOf } from './arrivals.js'
import type { Execution } from './execution.js'

/** What is wrong with an execution of the program, as the model sees it: nothing, or a line for each objection. */
export function objections(graph: EventGraph, model: Model, execution: Execution): readonly string[] {
  const { events, constraints } = graph
  const { executed, values, co, final, passed } = execution
  const evaluate = evaluator(valuesOf(execution))
  const read = returned(execution)
  return [
    ...events.flatMap(({ id, guard }) =>
      executed[id] === evaluate.truth(guard) ? [] : [`event ${id} is executed against its guard`],
    ),
    ...events.flatMap((event) => {
      const written = event.kind === 'write' && executed[event.id] === true
      return written && values[event.id] !== evaluate.value(event.value)
        ? [`write ${event.id} does not have the value that its thread computes`]
        : []
    }),
    ...execution.rf.flatMap(([write, read]) =>
      values[write] === values[read] ? [] : [`read ${read} does not have the value of write ${write}`],
    ),
    ...constraints.flatMap((constraint) =>
      evaluate.truth(constraint) ? [] : ['an access returns a value that the test does not allow'],
    ),
    ...(arePassed(graph, read, passed) ? [] : ['a barrier that blocks is passed, or one that passes blocks']),
    ...(canArrive(graph, read, execution) ? [] : ['a barrier has too few arrivals, or arrivals outside its group']),
    ...broken(graph, [...candidate, ...model.axioms], execution).map(({ name }) => `${name} does not hold`),
    ...final.flatMap((write, location) => {
      if (!events.some((event) => event.kind === 'write' && event.location === location)) return []
      const event = events[write]
      const fits = event?.kind === 'write' && event.location === location && executed[write] === true
      const isLast = !co.some(([before]) => before === write)
      return fits && isLast ? [] : [`the final value of location ${location} is not that of a last write`]
    }),
  ]
}

/** Those of the axioms that do not hold in an execution. */
export function broken(graph: EventGraph, axioms: readonly Axiom[], execution: Execution): readonly Axiom[] {
  const { axiom } = interpretation(graph, execution)
  return axioms.filter((one) => !axiom(one))
}

/** The values of sets, relations and axioms in an execution. */
export function interpretation(graph: EventGraph, execution: Execution): Interpreter<boolean> {
  const { fromPairs } = relationAlgebra(graph.events.length, booleans)
  const relation = (pairs: readonly Pair[]): Relation<boolean> => fromPairs(pairs.map(([a, b]) => [a, b, true]))
  const { executed, rf, co, sync_fence } = execution
  const chosen = {
    executed,
    rf: relation(rf),
    co: relation(co),
    sync_fence: relation(sync_fence),
    seen: relation(seenOf(graph, returned(execution), execution)),
  }
  const { truth } = evaluator(valuesOf(execution))
  return interpreter(baseOf(graph, chosen, truth, booleans), booleans)
}

/** Whether the condition holds in the execution's final state. */
export function holdsIn(condition: Condition, graph: EventGraph, execution: Execution): boolean {
  const domain = valuesOf(execution)
  return conditionHolds(condition, graph, domain, evaluator(domain), finalValues(execution))
}

/** The bits that a register or a location holds at the end, and the type by which they are read. */
export const observedIn = (
  term: Observable,
  graph: EventGraph,
  execution: Execution,
): { readonly value: bigint; readonly type: DataType } =>
  observedValue(term, graph, evaluator(valuesOf(execution)), finalValues(execution))

const finalValues =
  ({ values, final }: Execution) =>
  (location: number): bigint =>
    values[final[location] ?? -1] ?? 0n

/** Whether every thread comes to its end. */
export const endsIn = ({ complete }: EventGraph, execution: Execution): boolean =>
  evaluator(valuesOf(execution)).truth(complete)

/** Whether a thread comes to its end. */
export const hasEnded = ({ ends }: EventGraph, execution: Execution, thread: number): boolean =>
  evaluator(valuesOf(execution)).truth(must(ends[thread], 'the end of each thread'))

/** Whether every thread comes to its end, and the final state satisfies the program's filter. */
export function isComplete(graph: EventGraph, execution: Execution): boolean {
  const { filter } = graph.program
  return endsIn(graph, execution) && (filter === undefined || holdsIn(filter, graph, execution))
}

/** Whether the execution is complete and reaches the outcome that the question asks for. */
export const reaches = ({ kind, condition }: Question, graph: EventGraph, execution: Execution): boolean =>
  isComplete(graph, execution) && holdsIn(condition, graph, execution) === (kind !== 'assert')

/** Which threads wait for ever in an execution that hangs, and at what; undefined for other executions. */
export function hangIn(graph: EventGraph, execution: Execution): readonly Wait<boolean>[] | undefined {
  const { executed, rf, co, passed } = execution
  const sources = new Map(rf.map(([write, read]) => [read, write]))
  const domain = {
    logic: booleans,
    truth: evaluator(valuesOf(execution)).truth,
    executed: (event: number) => executed[event] === true,
    passes: (barrier: number) => passed.includes(barrier),
    isOverwritten: (read: number, write: number) => co.some(([a, b]) => a === sources.get(read) && b === write),
  }
  const waits = waitsForEver(graph, domain)
  return isHang(graph, waits, domain) ? waits : undefined
}

/** The loops that the execution would continue if the bound did not cut them. */
export const loopsCut = (graph: EventGraph, execution: Execution): readonly string[] => {
  const { truth } = evaluator(valuesOf(execution))
  return graph.cuts.flatMap(({ loop, reached }) => (truth(reached) ? [loop] : []))
}

const returned =
  ({ values }: Pick<Execution, 'values'>) =>
  (read: number): bigint =>
    values[read] ?? 0n

const valuesOf = (execution: Execution) =>
  concrete(returned(execution), (barrier) => execution.passed.includes(barrier))
