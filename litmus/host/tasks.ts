/**
 * The tasks that streams execute, and their order, according to the host's calls (CUDA's runtime; ISA 8.9.4, API synchronization). Streams are
 * blocking, as `cudaStreamCreate` makes them.
 */

import { match } from 'ts-pattern'
import type { Span } from '../../source/text.js'
import type { HostThread, HostWait, Task } from '../program.js'
import { type Enqueuing, type HostAction, isEnqueuing, type Stream } from './action.js'
import { type CallOnGpu, callsOnGpus, legacyStream } from './devices.js'
import { branchesIn, branchOver } from './ways.js'

/** A task whose kernel and threads are not yet looked up. */
export interface Enqueued extends Omit<Task, 'work'> {
  readonly action: Enqueuing
  readonly span: Span
}

export interface Schedule {
  readonly tasks: readonly Enqueued[]
  readonly waits: readonly HostWait[]
}

/** The name of a stream; `gpu` is the one of which it is the legacy default stream if it has no name. */
export const streamName = ({ name }: Stream, gpu: number): string => name ?? legacyStream(gpu)

/**
 * The tasks of a sequence of calls, and the calls that wait for tasks or ask for them. Whatever way the host takes, it
 * makes the calls that enqueue once, in the order of the text (`checkWays`).
 */
export function schedule(host: HostThread): Schedule {
  const tasks: Enqueued[] = []
  const waits: HostWait[] = []
  const recorded = new Map<string, number>()
  const open: OpenTasks = new Map()
  const branches = branchesIn(host)
  for (const one of callsOnGpus(host)) {
    const { index, call, gpu } = one
    const { action, span } = call
    if (action.kind === 'device') continue
    if (!isEnqueuing(action)) {
      waits.push({
        ...{ call: index, tasks: awaited(action, one, open, recorded) },
        ...(action.kind === 'query' ? { query: true } : {}),
        ...(branchOver(branches, index) === undefined ? {} : { skippable: true }),
      })
      continue
    }
    const task = tasks.length
    const stream = streamName(action.stream, gpu)
    const own = open.get(stream)?.tasks ?? []
    const primary = primaryOf(action, own, tasks)
    const matching = action.kind === 'wait' ? recorded.get(action.event.name) : undefined
    const others = peersOf(action)
    const after = new Set([
      ...precedingIn({ stream, gpu }, open, primary),
      ...others.flatMap((peer) => precedingIn({ stream: legacyStream(peer), gpu: peer }, open, undefined)),
      ...given(matching),
    ])
    tasks.push({
      ...{ action, span, call: index, stream, after: [...after].toSorted((a, b) => a - b) },
      ...(primary === undefined ? {} : { primary }),
    })
    open.set(stream, { gpu, tasks: [...(primary === undefined ? [] : own), task] })
    for (const peer of others) open.set(legacyStream(peer), { gpu: peer, tasks: [task] })
    if (action.kind === 'record') recorded.set(action.event.name, task)
  }
  return { tasks, waits }
}

/**
 * The tasks of each stream that may go on while what is enqueued there next has to wait: the last one and, if that is a
 * dependent kernel, those before it, whose end it does not wait for.
 */
type OpenTasks = Map<string, { readonly gpu: number; readonly tasks: readonly number[] }>

/**
 * The GPUs whose streams also wait for a task, and it for them: those of the two sides of a copy in a legacy default
 * stream (CUDA C++ Programming Guide, Peer-to-Peer Memory Copy).
 */
const peersOf = (action: HostAction): readonly number[] =>
  action.kind === 'copy' && action.peers !== undefined && action.stream.name === undefined
    ? [Number(action.peers.to.value), Number(action.peers.from.value)]
    : []

/** The kernel on which a launch depends that is programmatic: the task directly before it in its stream, if that is a kernel. */
function primaryOf(action: HostAction, own: readonly number[], tasks: readonly Enqueued[]): number | undefined {
  const last = own.at(-1)
  const isDependent = action.kind === 'launch' && action.programmatic === true
  return isDependent && last !== undefined && tasks[last]?.action.kind === 'launch' ? last : undefined
}

/**
 * A task of the legacy default stream of a GPU waits for those of every other stream of it, and those of every other
 * for it. A dependent kernel waits for none of its own stream.
 */
const precedingIn = (
  { stream, gpu }: { readonly stream: string; readonly gpu: number },
  open: OpenTasks,
  primary: number | undefined,
): readonly number[] =>
  [...open].flatMap(([other, { gpu: its, tasks }]) => {
    if (other === stream) return primary === undefined ? tasks : []
    return its === gpu && [stream, other].includes(legacyStream(gpu)) ? tasks : []
  })

/** Returns the tasks to wait for. There are none if an event is not recorded yet, or if a stream has no task. */
const awaited = (
  action: Exclude<HostAction, Enqueuing | { kind: 'device' }>,
  { gpu }: CallOnGpu,
  open: OpenTasks,
  recorded: ReadonlyMap<string, number>,
): readonly number[] =>
  match(action)
    .with({ awaits: 'device' }, () => [...open.values()].filter((one) => one.gpu === gpu).flatMap(({ tasks }) => tasks))
    .with({ awaits: 'stream' }, ({ stream }) => open.get(streamName(stream, gpu))?.tasks ?? [])
    .with({ awaits: 'event' }, ({ event }) => given(recorded.get(event.name)))
    .exhaustive()

const given = (task: number | undefined): readonly number[] => (task === undefined ? [] : [task])
