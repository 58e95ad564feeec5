/**
 * The tasks that streams execute, and their order, according to the host's calls (CUDA's runtime; ISA 8.9.4, API synchronization). Streams are
 * blocking, as `cudaStreamCreate` makes them.
 */

import { match } from 'ts-pattern'
import type { Span } from '../../source/text.js'
import type { HostThread, HostWait, Task } from '../program.js'
import type { HostAction, Stream } from './action.js'

/** A task whose kernel and threads are not yet looked up. */
export interface Enqueued extends Omit<Task, 'work'> {
  readonly action: Exclude<HostAction, { kind: 'synchronize' }>
  readonly span: Span
}

export interface Schedule {
  readonly tasks: readonly Enqueued[]
  readonly waits: readonly HostWait[]
}

/** The name of the legacy default stream. */
export const legacyStream = 'cudaStreamLegacy'

export const streamName = ({ name }: Stream): string => name ?? legacyStream

/** The tasks of a sequence of calls, and the calls that wait for tasks. */
export function schedule(host: HostThread): Schedule {
  const tasks: Enqueued[] = []
  const waits: HostWait[] = []
  const recorded = new Map<string, number>()
  const open: OpenTasks = new Map()
  for (const [call, instruction] of host.instructions.entries()) {
    if (instruction.kind !== 'call') continue
    const { action } = instruction
    if (action.kind === 'synchronize') {
      waits.push({ call, tasks: awaited(action, open, recorded) })
      continue
    }
    const task = tasks.length
    const stream = streamName(action.stream)
    const own = open.get(stream) ?? []
    const primary = primaryOf(action, own, tasks)
    const matching = action.kind === 'wait' ? recorded.get(action.event.name) : undefined
    const after = new Set([...precedingIn(stream, open, primary), ...given(matching)])
    tasks.push({
      ...{ action, span: instruction.span, call, stream, after: [...after].toSorted((a, b) => a - b) },
      ...(primary === undefined ? {} : { primary }),
    })
    open.set(stream, [...(primary === undefined ? [] : own), task])
    if (action.kind === 'record') recorded.set(action.event.name, task)
  }
  return { tasks, waits }
}

/**
 * The tasks of each stream that may go on while what is enqueued there next has to wait: the last one and, if that is a
 * dependent kernel, those before it, whose end it does not wait for.
 */
type OpenTasks = Map<string, readonly number[]>

/** The kernel on which a launch depends that is programmatic: the task directly before it in its stream, if that is a kernel. */
function primaryOf(action: HostAction, own: readonly number[], tasks: readonly Enqueued[]): number | undefined {
  const last = own.at(-1)
  const isDependent = action.kind === 'launch' && action.programmatic === true
  return isDependent && last !== undefined && tasks[last]?.action.kind === 'launch' ? last : undefined
}

/**
 * A task of the legacy default stream waits for those of every other, and those of every other for it. A dependent
 * kernel waits for none of its own stream.
 */
const precedingIn = (
  stream: string,
  open: ReadonlyMap<string, readonly number[]>,
  primary: number | undefined,
): readonly number[] =>
  [...open].flatMap(([other, tasks]) => {
    if (other === stream) return primary === undefined ? tasks : []
    return stream === legacyStream || other === legacyStream ? tasks : []
  })

/** Returns the tasks to wait for. There are none if an event is not recorded yet, or if a stream has no task. */
const awaited = (
  action: Extract<HostAction, { kind: 'synchronize' }>,
  open: ReadonlyMap<string, readonly number[]>,
  recorded: ReadonlyMap<string, number>,
): readonly number[] =>
  match(action)
    .with({ awaits: 'device' }, () => [...open.values()].flat())
    .with({ awaits: 'stream' }, ({ stream }) => open.get(streamName(stream)) ?? [])
    .with({ awaits: 'event' }, ({ event }) => given(recorded.get(event.name)))
    .exhaustive()

const given = (task: number | undefined): readonly number[] => (task === undefined ? [] : [task])
