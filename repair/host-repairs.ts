/**
 * Changes to the host's calls that add order: waits for events, calls in another order, tasks in another stream,
 * synchronisation.
 */

import { type Call, type Enqueuing, type HostAction, isEnqueuing, type Stream } from '../litmus/host/action.js'
import { callsOnGpus, checkDevices } from '../litmus/host/devices.js'
import { streamName } from '../litmus/host/tasks.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Named } from '../litmus/operand.js'
import { destinationOf } from '../litmus/operands.js'
import type { Program } from '../litmus/program.js'
import type { Repair } from './repair.js'

interface Placed {
  readonly at: number
  readonly call: Call
  readonly task: Enqueuing
  /** The stream. A legacy default stream may belong to another GPU than the current one. */
  readonly name: string
  /**
   * True if a call next to it can name the stream: of the legacy default streams, only that of the current GPU has a
   * name.
   */
  readonly isNamed: boolean
}

/**
 * Returns single changes, and pairs of a record and a wait. A wait comes before the task that waits, a record after the
 * task that it waits for. Without a host there are none.
 */
export function hostRepairs(program: Program): {
  readonly waits: readonly Repair[]
  readonly swaps: readonly Repair[]
  /** The changes that put tasks into another stream. */
  readonly streams: readonly Repair[]
  readonly synchronizations: readonly Repair[]
  readonly paired: readonly (readonly Repair[])[]
} {
  const { threads, host } = program
  const hosting = host === undefined ? undefined : threads[host.thread]
  if (host === undefined || hosting?.kind !== 'host')
    return { waits: [], swaps: [], streams: [], synchronizations: [], paired: [] }
  const { thread } = host
  const { instructions } = hosting
  const calls = callsOnGpus(hosting)
  const tasks = calls.flatMap(({ index, call, current, gpu }): readonly Placed[] => {
    const { action } = call
    if (!isEnqueuing(action)) return []
    const isNamed = action.stream.name !== undefined || current === gpu
    return [{ at: index, call, task: action, name: streamName(action.stream, gpu), isNamed }]
  })
  const inserted = (at: number, call: Call, action: HostAction): Repair => ({
    thread,
    at,
    change: { kind: 'insert', instruction: { ...call, action } },
  })
  const later = (at: number) => tasks.filter((one) => one.at > at)
  const elsewhere = ({ name, at }: Placed) => later(at).filter((other) => other.isNamed && other.name !== name)
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
  const placed = threads.filter((one) => one.kind === 'device')
  const streams = new Map(tasks.map(({ name, task: { stream } }) => [name, stream]))
  const moves = tasks.flatMap(({ at, call, task, name: own }) =>
    [...streams].flatMap(([name, stream]): readonly Repair[] => {
      if (name === own || stream.name === task.stream.name) return []
      const instruction: Call = { ...call, action: { ...task, stream } }
      // A task must not move to a stream of another GPU.
      return checkDevices(placed, { ...hosting, instructions: instructions.with(at, instruction) }).length > 0
        ? []
        : [{ thread, at, change: { kind: 'replace', instruction, what: 'stream' } }]
    }),
  )
  const places = (from: number) => Array.from({ length: instructions.length - from }, (_, i) => from + 1 + i)
  const currentAt = (place: number): number => calls.findLast(({ index }) => index < place)?.current ?? 0
  const synchronizations = [...streams].flatMap(([name, stream]: readonly [string, Stream]) =>
    tasks
      .filter((one) => one.name === name)
      .slice(-1)
      .flatMap(({ at, call }) =>
        places(at)
          .filter((place) => streamName(stream, currentAt(place)) === name)
          .map((place) => inserted(place, call, { kind: 'synchronize', awaits: 'stream', stream })),
      ),
  )
  const work = tasks.filter(({ task }) => task.kind !== 'record' && task.kind !== 'wait')
  const names = freshNames(program, instructions, work.length)
  // Waits for the same task may share an event.
  const paired = work.flatMap((one, i) => {
    const { at, call, task } = one
    const event = { name: names[i] ?? 'event', span: call.span }
    const record = inserted(at + 1, call, { kind: 'record', event, stream: task.stream })
    return (one.isNamed ? elsewhere(one) : []).map((other) => [record, waiting(other, event)])
  })
  return { waits, swaps, streams: moves, synchronizations, paired }
}

/** Returns `count` names for events that memory, kernels, streams, events and registers of the host do not have. */
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
