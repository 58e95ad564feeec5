/** Mixed-size data races, about which a model says nothing (ISA 8.7.2). */

import { raceRelations } from '../../axioms/algebra/roles.js'
import type { Model, Rel } from '../../axioms/algebra/terms.js'
import { shownPlace } from '../../source/line.js'
import { must } from '../../source/must.js'
import type { Span } from '../../source/text.js'
import { type EventGraph, isMemory, type MemoryEvent, type Pair } from '../events/graph/event.js'
import { isSplit } from '../events/memory/parts.js'
import type { Execution } from '../execution/execution.js'
import { inBits } from '../execution/in-bits.js'
import { truthIn } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import { mixedSizeRaces } from '../relations/races.js'
import { booleans } from '../values/logic.js'
import { excludedBy } from './coverage.js'
import type { Verdict } from './verdict.js'

export type NotCovered = Extract<Verdict, { readonly kind: 'not covered' }>

/**
 * Returns why the model does not cover a program with accesses that overlap partially: it says so, or it lacks the definitions on which races depend.
 */
export function withoutRaces(graph: EventGraph, model: Model): NotCovered | undefined {
  if (!graph.mixed) return undefined
  const [split] = graph.events.filter(
    (event): event is MemoryEvent => isMemory(event) && event.origin !== undefined && isSplit(graph, event),
  )
  const at = spanOf(graph, must(split, 'an access of several cells').id)
  const notCovered = (what: string): NotCovered => ({
    kind: 'not covered',
    reason: `${model.name} does not ${what}: ${shownPlace(at)}`,
    at: [at],
  })
  if (excludedBy(model).includes('mixed sizes')) return notCovered('cover mixed sizes')
  return raceRelations(model) === undefined
    ? notCovered('define moral strength and causality order, on which mixed sizes depend')
    : undefined
}

/** Returns where the instruction of an event is in the test. */
function spanOf({ program, events }: EventGraph, id: number): Span {
  const { thread, instruction } = must(events[id]?.origin, 'the instruction of an access')
  return must(program.threads[thread]?.instructions[instruction], 'an instruction').span
}

/** Returns whether an execution has such a race. */
export function mixedRaceFormula({ graph, model, builder, relation, truth, solution }: Encoding): Formula {
  const relations = raceRelations(model)
  if (relations === undefined) return builder.ff
  const executed = (event: number): Formula => must(solution.executed[event], 'whether each event is executed')
  const holds = (term: Rel, from: number, to: number): Formula => relation(term)[from]?.get(to) ?? builder.ff
  const pairs = mixedSizeRaces(graph, relations, { logic: builder, truth, executed, holds })
  return builder.any(pairs.map(({ when }) => when))
}

/** Returns the first such race of an execution. */
export function mixedRaceIn(graph: EventGraph, model: Model, execution: Execution): Pair | undefined {
  const relations = graph.mixed ? raceRelations(model) : undefined
  if (relations === undefined) return undefined
  const pairs = mixedSizeRaces(graph, relations, {
    logic: booleans,
    truth: truthIn(execution),
    executed: (event) => execution.executed[event] === true,
    holds: inBits(graph, execution).holds,
  })
  return pairs.find(({ when }) => when)?.events
}

/** Returns the verdict on a program with an execution that has this race. */
export function notCoveredFor(graph: EventGraph, model: Model, race: Pair): NotCovered {
  const at = race.map((id) => spanOf(graph, id))
  return {
    kind: 'not covered',
    reason: `${model.name} says nothing about accesses of different sizes that race (ISA 8.7.2): ${at.map(shownPlace).join(' and ')}`,
    at,
  }
}
