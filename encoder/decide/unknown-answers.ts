/** Answers that may depend on unknown values. */

import { termsOf } from '../../litmus/condition.js'
import type { Question } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { type EventGraph, isMemory, type MemoryEvent } from '../events/graph/event.js'
import { isUncomputed } from '../events/graph/unknowns.js'
import { observedRanges } from '../events/memory/cells.js'
import { bytesOf } from '../events/memory/places.js'
import type { Execution } from '../execution/execution.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import type { Goal } from '../formula/smtlib.js'
import { mayDependOn } from '../relations/unknown-values.js'
import type { Expression, Predicate } from '../values/expression.js'

/** Says whether an uninitialised location is read, or remains where a question asks about it. */
export type IsUsed = (location: number) => boolean

/**
 * Returns the numbers of the unknown values on which the answer to a question may depend: the values that it asks about
 * may come from them, or the paths that threads take may depend on them. Uninitialised memory counts if it is used.
 */
export const decidingUnknowns = (graph: EventGraph): ((question: Question, isUsed: IsUsed) => readonly number[]) => {
  if (graph.unknowns.length === 0) return () => []
  const dependsOn = mayDependOn(graph)
  const control = dependsOn(decisionsIn(graph))
  return (question, isUsed) => {
    const ids = new Set([...control, ...dependsOn(askedBy(question, graph))])
    return [...ids]
      .filter((id) => {
        const value = must(graph.unknowns[id], 'an unknown value')
        // An answer for some values that are not computed is none, and one for all does not depend on them.
        if (isUncomputed(value)) return false
        // Executions choose whether a wait gives up, as they choose the order of writes.
        return (
          value.from !== 'patience' &&
          value.from !== 'phase' &&
          value.from !== 'schedule' &&
          (value.from !== 'memory' || isUsed(value.location))
        )
      })
      .toSorted((a, b) => a - b)
  }
}

/** Returns what decides which events are executed, where they are, and how threads end. */
const decisionsIn = ({
  events,
  ends,
  cuts,
  waits,
  undefined: stops,
}: EventGraph): readonly (Expression | Predicate)[] => [
  ...events.flatMap((event) => [event.guard, ...(isMemory(event) ? event.places.map(({ when }) => when) : [])]),
  ...ends,
  ...cuts.map(({ reached }) => reached),
  ...waits.map(({ guard }) => guard),
  ...stops.map(({ when }) => when),
]

/** Returns what a question asks about: the final values of registers, and all that may remain in memory. */
export function askedBy({ condition }: Question, graph: EventGraph): readonly Expression[] {
  const { program, registers, events } = graph
  const terms = [condition, ...(program.filter === undefined ? [] : [program.filter])].flatMap(termsOf)
  return terms.flatMap((term) => {
    if (term.kind === 'register') return registers[term.thread]?.get(term.name)?.value ?? []
    if (term.kind !== 'memory') return []
    const location = program.variables.find(({ name }) => name === term.variable)?.location
    const bytes = must(program.locations[location ?? -1], 'the location of a variable').type.width / 8
    return events.flatMap((event) =>
      event.kind === 'write' &&
      event.places.some(
        (place) =>
          place.location === location &&
          place.offset < term.offset + bytes &&
          term.offset < place.offset + bytesOf(event),
      )
        ? [event.value]
        : [],
    )
  })
}

/**
 * Returns the initial writes of memory that is not initialised, with its location, and whether a question may ask what
 * remains of it.
 */
function startsIn(
  graph: EventGraph,
): readonly { readonly write: MemoryEvent; readonly location: number; readonly cell?: number }[] {
  const ranges = observedRanges(graph.program)
  return graph.cells.flatMap(({ location, offset, bytes }, cell) => {
    const write = graph.events[cell]
    const isUnknown = graph.program.locations[location]?.initial.includes('unknown') === true
    if (!isUnknown || write?.kind !== 'write') return []
    const isObserved = ranges.some(
      (range) => range.location === location && range.offset < offset + bytes && offset < range.offset + range.bytes,
    )
    return [{ write, location, ...(isObserved ? { cell } : {}) }]
  })
}

/** Returns a goal for each uninitialised location: that it is used. */
export function uninitialisedGoals(
  { graph, builder, solution: { rf, final } }: Encoding,
  goal: (formula: Formula) => Goal,
): ReadonlyMap<number, Goal> {
  const uses = new Map<number, Formula>()
  for (const { write, location, cell } of startsIn(graph)) {
    const reads = rf.flatMap(([from, , when]) => (from === write.id ? [when] : []))
    const remains = (cell === undefined ? [] : (final[cell] ?? [])).flatMap((one) =>
      one.write === write.id ? [one.when] : [],
    )
    uses.set(location, builder.any([uses.get(location) ?? builder.ff, ...reads, ...remains]))
  }
  return new Map([...uses].map(([location, formula]) => [location, goal(formula)]))
}

/** Returns the locations that are not initialised, and that an execution uses. */
export function uninitialisedIn(graph: EventGraph, { rf, final }: Execution): readonly number[] {
  return startsIn(graph).flatMap(({ write, location, cell }) => {
    const isUsed = rf.some(([from]) => from === write.id) || (cell !== undefined && final[cell] === write.id)
    return isUsed ? [location] : []
  })
}
