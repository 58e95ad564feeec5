/** Checks an execution without a solver: recomputes its values and evaluates the model over booleans. */

import { candidate, mixedCandidate } from '../../axioms/algebra/candidate.js'
import { raceRelations } from '../../axioms/algebra/roles.js'
import type { Axiom, Model } from '../../axioms/algebra/terms.js'
import { fr } from '../../axioms/algebra/vocabulary.js'
import type { Condition, Observable } from '../../litmus/condition.js'
import type { DataType } from '../../litmus/operand.js'
import type { Question } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { once } from '../../source/once.js'
import { isHang, type Wait, waitsForEver } from '../events/barriers/hangs.js'
import { conditionHolds, observedValue } from '../events/graph/condition.js'
import type { AccessPlace, Cell, EventGraph, MemoryEvent, Undefined } from '../events/graph/event.js'
import { cellName } from '../events/memory/names.js'
import {
  assembled,
  cellsCovered,
  covers,
  isSplit,
  partRead,
  readFrom,
  type Taken,
  tornPairs,
  writtenTo,
} from '../events/memory/parts.js'
import { type Interpreter, interpreter } from '../relations/interpret.js'
import { progressOf } from '../relations/progress.js'
import { reachedBy, reachedUndefined } from '../relations/reached.js'
import type { Expression, Predicate } from '../values/expression.js'
import { booleans } from '../values/logic.js'
import { arePassed, canArrive } from './arrivals.js'
import { baseIn } from './base.js'
import { evaluatorOf, valuesOf } from './evaluated.js'
import type { Chosen, Execution } from './execution.js'
import { inBits } from './in-bits.js'

/** Returns the model's objections to an execution of the program, a line for each. */
export const objections = (graph: EventGraph, model: Model, execution: Execution): readonly string[] => [
  ...deviations(graph, execution),
  ...broken(graph, axiomsOf(graph, model), execution).map(({ name }) => `${name} does not hold`),
]

/** Returns whether there is no objection to an execution, which is faster than listing them. */
export function isConsistent(graph: EventGraph, model: Model, execution: Execution): boolean {
  if (deviations(graph, execution).length > 0) return false
  return axiomsOf(graph, model).every(inBits(graph, execution).axiom)
}

const axiomsOf = ({ mixed }: EventGraph, { axioms }: Model): readonly Axiom[] => [
  ...(mixed ? mixedCandidate : candidate),
  ...axioms,
]

/** Returns the points in which an execution is not one of the program, whatever the model. */
function deviations(graph: EventGraph, execution: Execution): readonly string[] {
  const { events, constraints } = graph
  const { executed, values, co, final } = execution
  const evaluate = evaluatorOf(execution)
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
    ...events.flatMap((event) => {
      const returned = event.kind === 'barrier' && execution.passed.includes(event.id) ? event.returned : undefined
      return returned !== undefined && values[event.id] !== evaluate.value(returned.value)
        ? [`barrier ${event.id} does not return what follows from what its threads bring`]
        : []
    }),
    ...misread(graph, execution),
    ...constraints.flatMap((constraint) =>
      evaluate.truth(constraint) ? [] : ['an access returns a value that the test does not allow'],
    ),
    ...(graph.congruence.every(evaluate.truth)
      ? []
      : [
          'a function gives two results for the same operands, or lanes differ about which of them are active, or a barrier starts again before it is complete',
        ]),
    ...(arePassed(graph, execution) ? [] : ['a barrier that blocks is passed, or one that passes blocks']),
    ...(canArrive(graph, execution) ? [] : ['a barrier has too few arrivals, or arrivals outside its group']),
    ...final.flatMap((write, cell) => {
      const isThere = (id: number): boolean => {
        const event = events[id]
        return event?.kind === 'write' && executed[id] === true && evaluate.truth(covers(graph, event, cell))
      }
      const isLast = isThere(write) && !co.some(([before, later]) => before === write && isThere(later))
      return isLast ? [] : [`the final value of ${cellName(graph, cell)} is not that of a last write`]
    }),
    ...(isMixed(graph, execution, remaining(graph, final))
      ? ['the final value mixes two writes that both cover all of it']
      : []),
  ]
}

/**
 * Returns the objections to the values of reads: they differ from what the writes wrote, or a read has no write for
 * some of its bytes.
 */
export function misread(
  graph: EventGraph,
  execution: Chosen & Pick<Execution, 'executed' | 'rf' | 'parts'>,
): readonly string[] {
  const { events, mixed } = graph
  const { executed, values, rf, parts } = execution
  const domain = valuesOf(execution)
  const evaluate = evaluatorOf(execution)
  if (!mixed)
    return rf.flatMap(([write, read]) =>
      values[write] === values[read] ? [] : [`read ${read} does not have the value of write ${write}`],
    )
  return events.flatMap((event): readonly string[] => {
    if (event.kind !== 'read' || executed[event.id] !== true) return []
    const { id } = event
    const sources = rf.flatMap(([write, read]) => (read === id ? [write] : []))
    if (!isSplit(graph, event)) {
      const [only, second] = sources
      if (only === undefined || second !== undefined) return [`read ${id} does not have one write`]
      const value = evaluate.value(partRead(writeAt(graph, only), event))
      return value === values[id] ? [] : [`read ${id} does not have the value of write ${only}`]
    }
    const own = parts.filter(({ read }) => read === id)
    const covered = cellsCovered(graph, event).filter((cell) => evaluate.truth(covers(graph, event, cell)))
    const taken = new Map(own.map(({ cell, write }) => [cell, writeAt(graph, write)]))
    const fits =
      own.length === covered.length &&
      covered.every((cell) => {
        const write = taken.get(cell)
        return write !== undefined && executed[write.id] === true && evaluate.truth(covers(graph, write, cell))
      }) &&
      sources.length === new Set(own.map(({ write }) => write)).size &&
      own.every(({ write }) => sources.includes(write))
    if (!fits) return [`read ${id} does not have one write for each of its bytes`]
    const torn = isMixed(
      graph,
      execution,
      own.map(({ cell, write }) => ({ cell, write: writeAt(graph, write) })),
    )
    if (torn) return [`read ${id} takes bytes from two writes that both cover all of them`]
    const value = readFrom(graph, event, domain, evaluate, (cell) => {
      const write = taken.get(cell)
      return write === undefined ? 0n : evaluate.value(writtenTo(graph, write, cell))
    })
    return value === values[id] ? [] : [`read ${id} does not have the values of its writes`]
  })
}

/** Returns the writes that remain in each cell. */
export const remaining = (graph: EventGraph, final: readonly number[]): readonly Taken[] =>
  graph.mixed
    ? final.flatMap((write, cell) => {
        const event = graph.events[write]
        return event?.kind === 'write' ? [{ cell, write: event }] : []
      })
    : []

/** Returns whether something takes two cells from two writes that have both. */
export const isMixed = (graph: EventGraph, execution: Chosen, taken: readonly Taken[]): boolean =>
  tornPairs(graph, taken).some(([, , when]) => truthIn(execution)(when))

const writeAt = ({ events }: EventGraph, id: number): MemoryEvent => {
  const event = events[id]
  if (event?.kind !== 'write') throw new Error(`event ${id} is not a write`)
  return event
}

/** Returns those of the axioms that do not hold in an execution. */
export function broken(graph: EventGraph, axioms: readonly Axiom[], execution: Execution): readonly Axiom[] {
  const { axiom } = inBits(graph, execution)
  return axioms.filter((one) => !axiom(one))
}

/** Returns the values of sets, relations and axioms in an execution. */
export const interpretation = (graph: EventGraph, execution: Execution): Interpreter<boolean> =>
  interpreter(baseIn(graph, execution, evaluatorOf(execution).truth), booleans)

/** Returns whether the condition holds in the execution's final state. */
export function holdsIn(condition: Condition, graph: EventGraph, execution: Execution): boolean {
  const domain = valuesOf(execution)
  return conditionHolds(condition, graph, domain, evaluatorOf(execution), finalValues(graph, execution))
}

/** Returns the bits that a register or a location holds at the end, and the type by which they are read. */
export const observedIn = (
  term: Observable,
  graph: EventGraph,
  execution: Execution,
): { readonly value: bigint; readonly type: DataType } =>
  observedValue(term, graph, evaluatorOf(execution), finalValues(graph, execution))

const finalValues = (graph: EventGraph, execution: Execution): ((bytes: Cell) => bigint) => {
  const domain = valuesOf(execution)
  const { value } = evaluatorOf(execution)
  const remains = (cell: number): bigint =>
    value(writtenTo(graph, writeAt(graph, must(execution.final[cell], 'a last write of each cell')), cell))
  return (bytes) => assembled(graph, bytes, domain, remains)
}

/** Returns the bits that some bytes of memory hold at the end. */
export const bytesIn = (graph: EventGraph, execution: Execution, bytes: Cell): bigint =>
  finalValues(graph, execution)(bytes)

/** Returns whether every thread comes to its end. */
export const endsIn = ({ complete }: EventGraph, execution: Execution): boolean =>
  evaluatorOf(execution).truth(complete)

/** Returns whether a thread comes to its end. */
export const hasEnded = ({ ends }: EventGraph, execution: Execution, thread: number): boolean =>
  evaluatorOf(execution).truth(must(ends[thread], 'the end of each thread'))

/** Returns whether every thread comes to its end, and the final state satisfies the program's filter. */
export function isComplete(graph: EventGraph, execution: Execution): boolean {
  const { filter } = graph.program
  return endsIn(graph, execution) && (filter === undefined || holdsIn(filter, graph, execution))
}

/** Returns whether the execution is complete and reaches the outcome that the question asks for. */
export const reaches = ({ kind, condition }: Question, graph: EventGraph, execution: Execution): boolean =>
  isComplete(graph, execution) && holdsIn(condition, graph, execution) === (kind !== 'assert')

/** Returns whether an execution reaches undefined behaviour. */
export const isUndefined = (graph: EventGraph, model: Model, execution: Execution): boolean =>
  graph.undefined.some(isReachedIn(graph, model, execution))

/** Returns the undefined behaviour that an execution reaches. */
export function isReachedIn(graph: EventGraph, model: Model, execution: Execution): (one: Undefined) => boolean {
  return reachedUndefined({
    logic: booleans,
    truth: evaluatorOf(execution).truth,
    holds: (term, from, to) => inBits(graph, execution).holds(term, from, to),
    ...reachedBy(graph, raceRelations(model)),
  })
}

/**
 * Returns the threads that wait for ever in an execution that hangs under the model, and where they wait; undefined for
 * other executions.
 */
export function hangIn(graph: EventGraph, model: Model, execution: Execution): readonly Wait<boolean>[] | undefined {
  const { executed, rf, co, passed } = execution
  const sources = new Map(rf.map(([write, read]) => [read, write]))
  const bits = graph.mixed ? inBits(graph, execution) : undefined
  const { truth } = evaluatorOf(execution)
  const isOverwritten = (read: number, write: number): boolean =>
    bits === undefined ? co.some(([a, b]) => a === sources.get(read) && b === write) : bits.holds(fr, read, write)
  const interpreted = once(() => interpretation(graph, execution))
  const isPromised = progressOf(graph, model, {
    logic: booleans,
    truth,
    executed: (event) => executed[event] === true,
    base: () => baseIn(graph, execution, truth),
    relation: (term) => interpreted().relation(term),
    isOverwritten,
  })
  const passes = (barrier: number): boolean => passed.includes(barrier)
  const domain = { logic: booleans, truth, passes, isOverwritten, isPromised }
  const waits = waitsForEver(graph, domain)
  return isHang(graph, waits, domain) ? waits : undefined
}

/** Returns whether conditions over what reads return hold in an execution. */
export const truthIn = (execution: Chosen): ((predicate: Predicate) => boolean) => evaluatorOf(execution).truth

/** Returns the values of expressions over what reads return in an execution. */
export const concreteValue = (execution: Chosen): ((expression: Expression) => bigint) => evaluatorOf(execution).value

/** Returns the place of an access in an execution; undefined if it is not executed. */
export const placeIn = (event: MemoryEvent, execution: Execution): AccessPlace | undefined => {
  const truth = truthIn(execution)
  return execution.executed[event.id] === true ? event.places.find(({ when }) => truth(when)) : undefined
}

/** Returns the loops that the execution would continue if the bound did not cut them. */
export const loopsCut = (graph: EventGraph, execution: Execution): readonly string[] => {
  const { truth } = evaluatorOf(execution)
  return graph.cuts.flatMap(({ loop, reached }) => (truth(reached) ? [loop] : []))
}
