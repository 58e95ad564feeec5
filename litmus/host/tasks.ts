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
  const lastIn = new Map<string, number>()
  for (const [call, instruction] of host.instructions.entries()) {
    if (instruction.kind !== 'call') continue
    const { action } = instruction
    if (action.kind === 'synchronize') {
      waits.push({ call, tasks: awaited(action, lastIn, recorded) })
      continue
    }
    const task = tasks.length
    const stream = streamName(action.stream)
    const matching = action.kind === 'wait' ? recorded.get(action.event.name) : undefined
    const after = new Set([...precedingIn(stream, lastIn), ...given(matching)])
    tasks.push({ action, span: instruction.span, call, stream, after: [...after].toSorted((a, b) => a - b) })
    lastIn.set(stream, task)
    if (action.kind === 'record') recorded.set(action.event.name, task)
  }
  return { tasks, waits }
}

/** A task of the legacy default stream waits for those of every other, and those of every other for it. */
const precedingIn = (stream: string, lastIn: ReadonlyMap<string, number>): readonly number[] =>
  [...lastIn].flatMap(([other, task]) =>
    stream === legacyStream || other === stream || other === legacyStream ? [task] : [],
  )

/** Returns the task to wait for. There is none if an event is not recorded yet, or if a stream has no task. */
const awaited = (
  action: Extract<HostAction, { kind: 'synchronize' }>,
  lastIn: ReadonlyMap<string, number>,
  recorded: ReadonlyMap<string, number>,
): readonly number[] =>
  match(action)
    .with({ awaits: 'device' }, () => [...lastIn.values()])
    .with({ awaits: 'stream' }, ({ stream }) => given(lastIn.get(streamName(stream))))
    .with({ awaits: 'event' }, ({ event }) => given(recorded.get(event.name)))
    .exhaustive()

const given = (task: number | undefined): readonly number[] => (task === undefined ? [] : [task])
