/** Says in words why fences do not count. */

import { match } from 'ts-pattern'
import type { EventGraph } from '../encoder/events/graph/event.js'
import { threadAt } from '../litmus/program.js'
import { printable } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { scopeOf } from '../witness/qualifiers.js'
import { instructionAt } from '../witness/shortfall.js'
import type { IdleFence } from './idle-fence.js'

/**
 * Writes `the fence at line 6 of P0, \`fence.acq_rel.gpu\`, does not count: it comes before line 7 of P0, …`
 */
export const idleText = (graph: EventGraph, { fence, why }: IdleFence): string =>
  printable(`the fence at ${instructionAt(graph, fence)}, does not count: ${whyText(graph, fence, why)}`)

function whyText(graph: EventGraph, fence: number, why: IdleFence['why']): string {
  const at = (id: number): string => instructionAt(graph, id)
  const threadOf = (id: number): string =>
    threadAt(graph.program.threads, must(graph.events[id]?.origin, 'the thread of an event').thread).name
  // The end of a kernel orders it before what the host then starts or reads (ISA 8.9.4), not before who sees its signal.
  const endText = (id: number): string => {
    const thread = threadAt(graph.program.threads, must(graph.events[id]?.origin, 'the thread of an event').thread)
    const isLaunched = thread.kind === 'device' && thread.position.kernel !== undefined
    return isLaunched ? '; the end of its kernel does not release it either' : ''
  }
  return match(why)
    .with(
      { kind: 'wrong side', of: 'release' },
      ({ access }) => `it comes before ${at(access)}, so it does not apply to it`,
    )
    .with(
      { kind: 'wrong side', of: 'acquire' },
      ({ access }) => `it comes after ${at(access)}, which does not wait for it`,
    )
    .with(
      { kind: 'wrong side of a step', of: 'release' },
      ({ step, access }) =>
        `it comes before ${at(step)}, so it releases only what its own thread knew by then, and not ${at(access)}`,
    )
    .with(
      { kind: 'wrong side of a step', of: 'acquire' },
      ({ step, access }) =>
        `it comes after ${at(step)}, so it acquires only for its own thread, and not for ${at(access)}`,
    )
    .with(
      { kind: 'wrong side of the signal', of: 'release' },
      ({ signal }) => `it comes after ${at(signal)}, which the other thread observes`,
    )
    .with(
      { kind: 'wrong side of the signal', of: 'acquire' },
      ({ signal }) => `it comes before ${at(signal)}, by which its thread learns of the other access`,
    )
    .with({ kind: 'one way', of: 'acquire' }, () => 'it acquires and does not release')
    .with({ kind: 'one way', of: 'release' }, () => 'it releases and does not acquire')
    .with(
      { kind: 'scope' },
      ({ event, other }) =>
        `${event === fence ? 'its scope' : `the scope of ${at(event)}`}, .${scopeOf(must(graph.events[event], 'an event').sets)}, leaves out ${threadOf(other)}`,
    )
    .with(
      { kind: 'weak', of: 'release' },
      ({ access }) => `${at(access)}, is weak, so no strong access carries its release`,
    )
    .with(
      { kind: 'weak', of: 'acquire' },
      ({ access }) => `${at(access)}, is weak, so no strong access lets it acquire`,
    )
    .with(
      { kind: 'not observed' },
      ({ write, read, from }) =>
        `${at(read)}, should observe ${at(write)}, but reads ${from === undefined || graph.events[from]?.origin === undefined ? 'the initial value' : `from ${at(from)}`}`,
    )
    .with(
      { kind: 'no partner', lacks: 'acquire' },
      ({ signal, access }) =>
        `it releases, but ${threadOf(signal)} acquires nothing between ${at(signal)}, and ${at(access)}`,
    )
    .with(
      { kind: 'no partner', lacks: 'release' },
      ({ signal, access }) =>
        `it acquires, but ${threadOf(signal)} releases nothing between ${at(access)}, and ${at(signal)}${endText(signal)}`,
    )
    .with(
      { kind: 'other thread signals', of: 'release' },
      ({ signal }) => `it releases by writes of its own thread, and the write that is observed is ${at(signal)}`,
    )
    .with(
      { kind: 'other thread signals', of: 'acquire' },
      ({ signal }) => `it acquires by reads of its own thread, and the read that observes the other is ${at(signal)}`,
    )
    .with({ kind: 'other proxy' }, ({ access }) => `it is for another proxy than that of ${at(access)}`)
    .with({ kind: 'other thread' }, ({ access, other }) =>
      other === undefined
        ? `it is not in the thread of ${at(access)}`
        : `it is neither in the thread of ${at(access)}, nor in that of ${at(other)}`,
    )
    .with(
      { kind: 'not sequentially consistent' },
      ({ other }) =>
        `no thread learns of anything through it; it would count if both it and ${at(other)}, were sequentially consistent`,
    )
    .exhaustive()
}
