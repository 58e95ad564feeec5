/** The host's calls of the runtime as events: those that wait for tasks, and those that query them. */

import type { Host } from '../../../litmus/program.js'
import { anyOf, negation, type Predicate } from '../../values/expression.js'
import type { CallEvent, Event, LoopWait } from '../graph/event.js'

/** Returns the calls of the runtime among events. */
export const callsIn = (events: readonly Event[]): readonly CallEvent[] =>
  events.filter((event) => event.kind === 'call')

/** Returns whether a round of the host makes no call of the runtime. */
export const callsNothing = (events: readonly Event[], { from, to }: Pick<LoopWait, 'from' | 'to'>): Predicate =>
  negation(anyOf(callsIn(events.slice(from, to)).map(({ made }) => made)))

/** The calls of the host that wait for tasks, or ask for them, with these tasks, in program order. */
interface Awaiting {
  readonly event: CallEvent
  readonly tasks: readonly number[]
  readonly query: boolean
}

export const awaitingCalls = (host: Host, calls: readonly CallEvent[]): readonly Awaiting[] =>
  calls.flatMap((event) => {
    const wait = host.waits.find(({ call }) => call === event.origin?.instruction)
    return wait === undefined ? [] : [{ event, tasks: wait.tasks, query: wait.query === true }]
  })
