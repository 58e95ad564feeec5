/**
 * Details of an event: the round of its loop, the writes from which its bytes come, and the place from which it was
 * compiled.
 */

import type { SourceLine } from '../report/parts.js'
import type { PartReport, Witness, WitnessEvent } from '../report/witness.js'
import { must } from '../source/must.js'

export interface ShownEvent extends WitnessEvent {
  /** The round, from 1; absent if the instruction has only one. Rounds of a loop inside another are counted through. */
  readonly round?: number
  /** Absent if its bytes come from one write. */
  readonly parts?: readonly PartReport[]
  /** The line of a source from which its instruction was compiled, if the compiler says so. */
  readonly source?: SourceLine
}

/** Returns the events of a witness with their rounds and parts. */
export function shownEvents({ threads, events, parts = [] }: Witness): readonly ShownEvent[] {
  const rounds = new Map(threads.flatMap(({ instructions }) => instructions.flatMap((one) => roundsOf(one.events))))
  return events.map((event) => {
    const round = rounds.get(event.id)
    const own = parts.filter(({ read }) => read === event.id)
    const source = threads[event.thread ?? -1]?.instructions[event.instruction ?? -1]?.source
    return {
      ...event,
      ...(round === undefined ? {} : { round }),
      ...(own.length === 0 ? {} : { parts: own }),
      ...(source === undefined ? {} : { source }),
    }
  })

  /**
   * Splits the events into rounds. An atomic is a read and a write, so a round begins with an event of the same kind as
   * the first.
   */
  function roundsOf(ids: readonly number[]): readonly (readonly [event: number, round: number])[] {
    const kinds = ids.map((id) => must(events[id], 'an event of that number').kind)
    const counted = ids.map((id, i) => [id, kinds.slice(0, i + 1).filter((kind) => kind === kinds[0]).length] as const)
    return counted.at(-1)?.[1] === 1 ? [] : counted
  }
}
