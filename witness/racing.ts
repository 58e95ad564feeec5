/** The accesses that race in an execution (ISA 8.7.1), as pairs. */

import type { RaceRelations } from '../axioms/algebra/roles.js'
import type { EventGraph, Pair } from '../encoder/events/graph/event.js'
import type { Execution } from '../encoder/execution/execution.js'
import { inBits } from '../encoder/execution/in-bits.js'
import { truthIn } from '../encoder/execution/replay.js'
import { allRaces, type RaceReading } from '../encoder/relations/races.js'
import { booleans } from '../encoder/values/logic.js'

/**
 * Returns the racing pairs in the order of their events. The halves of an atomic count as one operation, and so do the
 * rounds of an instruction. `reading` says which condition of a pair decides.
 */
export function racingIn(
  graph: EventGraph,
  execution: Execution,
  relations: RaceRelations,
  reading: RaceReading = 'when',
): readonly Pair[] {
  const domain = {
    logic: booleans,
    truth: truthIn(execution),
    executed: (event: number) => execution.executed[event] === true,
    holds: inBits(graph, execution).holds,
  }
  const races = allRaces(graph, relations, domain).flatMap((pair) => (pair[reading] ? [pair.events] : []))
  const operations = new Set<string>()
  return races.filter((events) => {
    const key = events.map((id) => JSON.stringify(graph.events[id]?.origin)).join()
    return !operations.has(key) && operations.add(key)
  })
}
