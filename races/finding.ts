/** What is wrong in an execution, one sentence for each race, for reports that have room for a line. */

import { raceRelations } from '../axioms/algebra/roles.js'
import type { Model } from '../axioms/algebra/terms.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import type { Finding } from '../report/parts.js'
import { printable } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { sourceLine } from '../source/source-line.js'
import { originOf, wordsOf } from '../witness/event.js'
import { placedAt } from '../witness/source.js'
import type { IdleFence } from './idle-fence.js'
import { idleIn } from './idle-fences.js'
import { idleText } from './idle-texts.js'
import { causeText, halfText, raceName } from './race-texts.js'
import { type Race, racesOf } from './races.js'

/**
 * Returns a finding for each race of an execution; in an execution without races, one for each fence that does not
 * count. It is empty if the model defines no races, or if nothing of that kind is wrong.
 */
export function findingsIn(graph: EventGraph, execution: Execution, model: Model): readonly Finding[] {
  const relations = raceRelations(model)
  if (relations === undefined) return []
  const races = racesOf(graph, execution, relations)
  return races.length > 0
    ? findingsOf(graph, races, (race) => idleIn(graph, execution, model, [race]))
    : idleIn(graph, execution, model, []).map((idle) => ({
        sentence: idleText(graph, idle),
        ...at(graph, idle.fence),
        related: [],
      }))
}

/** Returns a finding for each race. Its sentence ends with the reason, as far as one is known. */
export const findingsOf = (
  graph: EventGraph,
  races: readonly Race[],
  idleBetween: (race: Race) => readonly IdleFence[],
): readonly Finding[] =>
  races.map((race) => {
    const [other, access] = race.events
    const [fence] = idleBetween(race)
    const reason =
      race.because.map((cause) => causeText(graph, cause))[0] ??
      (race.isOfHalf === true ? halfText : fence === undefined ? unordered(race) : idleText(graph, fence))
    // The later access is the place: it comes too early, or its thread lacks what orders it.
    return {
      sentence: printable(
        `${raceName(race).name} of ${accessText(graph, access)} with ${accessText(graph, other)}: ${reason}`,
      ),
      ...at(graph, access),
      related: [{ message: printable(`races with ${accessText(graph, access)}`), ...at(graph, other) }],
    }
  })

const unordered = ({ baseCause }: Race): string =>
  baseCause ? 'no proxy fence orders them' : 'they are not ordered by causality'

/** Writes `\`ld.weak r1, [data]\` of P1`: the line of the source if that is at hand, without its comment. */
function accessText(graph: EventGraph, id: number): string {
  const { thread, instruction } = sourceOf(graph, id)
  const line = sourceLine(instruction.span)?.text?.replace(/\s*\/\/.*$/, '')
  return `\`${line || wordsOf(instruction)}\` of ${thread.name}`
}

const at = (graph: EventGraph, id: number): ReturnType<typeof placedAt> =>
  placedAt(sourceOf(graph, id).instruction.span)

/** Returns the thread and the instruction of an event. An initial write has none, and takes part in no race: all else comes after it. */
const sourceOf = (graph: EventGraph, id: number): NonNullable<ReturnType<typeof originOf>> =>
  must(originOf(must(graph.events[id], 'an event of that number'), graph.program), 'the thread of an event')
