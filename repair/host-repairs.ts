/** Changes of the host's calls that add order: waits for events, calls in another order, tasks in another stream, synchronisation. */

import type { Call, HostAction, Stream } from '../litmus/host/action.js'
import { streamName } from '../litmus/host/tasks.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Named } from '../litmus/operand.js'
import { destinationOf } from '../litmus/operands.js'
import type { Program } from '../litmus/program.js'
import type { Repair } from './repair.js'

type Enqueued = Exclude<HostAction, { kind: 'synchronize' }>

interface Placed {
  readonly at: number
  readonly call: Call
  readonly task: Enqueued
}

/**
 * Returns single changes, and pairs of a record and a wait. A wait comes before the task that waits, a record after the
 * task that it waits for. Without a host there are none.
 */
export function hostRepairs(program: Program): {
  readonly waits: readonly Repair[]
  readonly swaps: readonly Repair[]
  /** Tasks in another stream. */
  readonly streams: readonly Repair[]
  readonly synchronizations: readonly Repair[]
  readonly paired: readonly (readonly Repair[])[]
} {
  const { threads, host } = program
  if (host === undefined) return { waits: [], swaps: [], streams: [], synchronizations: [], paired: [] }
  const { thread } = host
  const instructions = threads[thread]?.instructions ?? []
  const tasks = instructions.flatMap((call, at): readonly Placed[] =>
    call.kind === 'call' && call.action.kind !== 'synchronize' ? [{ at, call, task: call.action }] : [],
  )
  const inserted = (at: number, call: Call, action: HostAction): Repair => ({
    thread,
    at,
    change: { kind: 'insert', instruction: { ...call, action } },
  })
  const later = (at: number) => tasks.filter((one) => one.at > at)
  const elsewhere = ({ task, at }: Placed) =>
    later(at).filter((other) => streamName(other.task.stream) !== streamName(task.stream))
  const waiting = ({ at, call, task: { stream } }: Placed, event: Named): Repair =>
    inserted(at, call, { kind: 'wait', event, stream })

  const waits = tasks.flatMap((one) => {
    const { task } = one
    return task.kind === 'record' ? elsewhere(one).map((other) => waiting(other, task.event)) : []
  })
  const swaps = tasks.flatMap(({ at, task }): readonly Repair[] => {
    const next = tasks.find((one) => one.at === at + 1)
    return next !== undefined && (task.kind === 'record' || next.task.kind === 'record')
      ? [{ thread, at, change: { kind: 'swap' } }]
      : []
  })
  const streams = new Map(tasks.map(({ task: { stream } }) => [streamName(stream), stream]))
  const moves = tasks.flatMap(({ at, call, task }) =>
    [...streams].flatMap(([name, stream]): readonly Repair[] =>
      name === streamName(task.stream)
        ? []
        : [
            {
              thread,
              at,
              change: { kind: 'replace', instruction: { ...call, action: { ...task, stream } }, what: 'stream' },
            },
          ],
    ),
  )
  const places = (from: number) => Array.from({ length: instructions.length - from }, (_, i) => from + 1 + i)
  const synchronizations = [...streams.values()].flatMap((stream: Stream) =>
    tasks
      .filter(({ task }) => streamName(task.stream) === streamName(stream))
      .slice(-1)
      .flatMap(({ at, call }) =>
        places(at).map((place) => inserted(place, call, { kind: 'synchronize', awaits: 'stream', stream })),
      ),
  )
  const work = tasks.filter(({ task }) => task.kind !== 'record' && task.kind !== 'wait')
  const names = freshNames(program, instructions, work.length)
  // The waits for one task may share its event, since they wait for the same task.
  const paired = work.flatMap((one, i) => {
    const { at, call, task } = one
    const event = { name: names[i] ?? 'event', span: call.span }
    const record = inserted(at + 1, call, { kind: 'record', event, stream: task.stream })
    return elsewhere(one).map((other) => [record, waiting(other, event)])
  })
  return { waits, swaps, streams: moves, synchronizations, paired }
}

/** Returns `count` unused names for events: not those of memory, kernels, streams, events or registers of the host. */
function freshNames(
  { variables, host }: Program,
  instructions: readonly Instruction[],
  count: number,
): readonly string[] {
  const taken = new Set([
    ...variables.map(({ name, instance }) => instance?.of ?? name),
    ...(host?.tasks ?? []).flatMap(({ work: { name }, stream }) => [name, stream]),
    ...instructions.map(destinationOf),
  ])
  const all = Array.from({ length: count + taken.size }, (_, i) => ['done', 'ready', 'finished'][i] ?? `event${i + 1}`)
  return all.filter((name) => !taken.has(name))
}
