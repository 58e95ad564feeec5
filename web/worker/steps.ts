/** The events of an execution one after the other, for a reader who goes through it step by step. */

import type { Pair } from '../../encoder/events/graph/event.js'
import type { Program } from '../../litmus/program.js'
import type { Witness } from '../../report/witness.js'
import { eventName } from '../../witness/event.js'
import { effectsInRound, isInitial, sourceText } from '../../witness/labels.js'
import { shownEvents } from '../../witness/rounds.js'
import type { EventStep } from '../protocol.js'
import { linesAt } from './lines.js'

/** Relations of a witness that lead from what happens first. */
const leading = ['rf', 'api', 'issue', 'completed', 'syncbar']

/**
 * Returns the executed events of an execution of that test, initial writes first, in an order that respects program order, reads-from and
 * synchronisation. Where these have a cycle, as in load buffering, a read comes before the write that it reads.
 */
export function stepsOf(test: Program, witness: Witness): readonly EventStep[] {
  const events = shownEvents(witness).filter(({ executed }) => executed)
  const inProgramOrder = witness.threads.flatMap((_, thread) => {
    const own = events.filter((one) => one.thread === thread && one.asynchronous === undefined)
    return own.slice(1).map(({ id }, i): Pair => [own[i]?.id ?? id, id])
  })
  const edges = [...leading, ...witness.synchronisation].flatMap((name) => witness.relations[name] ?? [])
  const waiting = new Set(events.map(({ id }) => id))
  const steps: EventStep[] = []
  const isFree = (id: number, pairs: readonly Pair[]): boolean =>
    pairs.every(([from, to]) => to !== id || from === id || !waiting.has(from))
  while (waiting.size > 0) {
    const left = events.filter(({ id }) => waiting.has(id))
    const next =
      left.find(isInitial) ??
      left.find(({ id }) => isFree(id, inProgramOrder) && isFree(id, edges)) ??
      left.find(({ id }) => isFree(id, inProgramOrder)) ??
      left[0]
    if (next === undefined) break
    waiting.delete(next.id)
    const effect = effectsInRound([next])
    steps.push({
      event: next.id,
      lines: linesAt(test.threads[next.thread ?? -1]?.instructions[next.instruction ?? -1]?.span),
      text: [`${eventName(next.id)}: ${sourceText(next)}`, ...(effect === '' || isInitial(next) ? [] : [effect])].join(
        ': ',
      ),
    })
  }
  return steps
}
