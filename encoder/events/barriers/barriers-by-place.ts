/** Threads that come to a barrier of their CTA that is known by its place in the program, as in herd-style tests. */

import type { Barrier } from '../../../litmus/instructions/control.js'
import type { Operand } from '../../../litmus/operand.js'
import { ctaName, threadPosition } from '../../../litmus/position.js'
import { type Program, type ThreadPosition, threadAt } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { constant, type Expression, never, readsOf } from '../../values/expression.js'
import { type Flow, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { BarrierRecording } from './recording.js'

/** Returns where a thread with barriers runs. The host has no barriers. */
export const deviceOf = (program: Program, thread: number): ThreadPosition =>
  must(threadPosition(threadAt(program.threads, thread)), 'a GPU on which a thread with barriers runs')

/**
 * Adds a barrier even if no path leads to it, since others may wait for it: then the flow is undefined. Returns its
 * event.
 */
export function reachBarrier(
  { action, instance, id, quorum }: Barrier,
  performed: Pick<Performed, 'thread' | 'step'> & { readonly flow: Flow | undefined },
  { events, program }: BarrierRecording,
): number {
  const { thread, step, flow } = performed
  const event = events.length
  const cta = ctaName(deviceOf(program, thread))
  const word = (one: Operand): Expression | undefined =>
    flow === undefined && one.kind === 'register' ? undefined : valueIn(flow ?? nowhere, one, 32).value
  const resource = id === undefined ? undefined : word(id)
  events.push({
    id: event,
    kind: 'barrier',
    sets: ['B'],
    origin: originOf(performed),
    guard: flow?.guard ?? never,
    rule: 'place',
    action,
    // Zeros at the end are dropped: a thread without the loop counts as in the first round.
    instance: [`${cta}:${instance}`, ...trimmed(step.iterations)].join(' '),
    resource:
      id === undefined
        ? undefined
        : { value: resource ?? constant(0n, 32), reads: resource === undefined ? undefined : readsOf(resource) },
    quorum: quorum === undefined ? undefined : (word(quorum) ?? constant(0n, 32)),
  })
  return event
}

/** The flow where no path leads. */
const nowhere: Flow = { guard: never, registers: new Map(), phases: new Map() }

const trimmed = (iterations: readonly number[]): readonly number[] =>
  iterations.slice(0, iterations.findLastIndex((count) => count > 0) + 1)
