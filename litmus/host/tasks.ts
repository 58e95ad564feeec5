/**
 * The tasks that streams execute, and their order, according to the host's calls (CUDA's runtime; ISA 8.9.4, API
 * synchronization). Streams are blocking, as `cudaStreamCreate` makes them.
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

/** Returns the name of a stream. A stream without a name is the legacy default stream of `gpu`. */
export const streamName = ({ name }: Stream, gpu: number): string => name ?? legacyStream(gpu)

/**
 * Returns the tasks that the host enqueues, and the calls that wait for tasks or query them. Whatever path the host
 * takes, it makes each call that enqueues once, in the order of the text (`checkWays`).
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
 * The tasks of each stream that may still run when the next one is enqueued: the last one and, if that is a dependent
 * kernel, those before it, for whose end it does not wait.
 */
type OpenTasks = Map<string, { readonly gpu: number; readonly tasks: readonly number[] }>

/**
 * Returns the GPUs whose streams also wait for a task, and for which it waits: those of the two sides of a copy in a
 * legacy default stream (CUDA C++ Programming Guide, Peer-to-Peer Memory Copy).
 */
const peersOf = (action: HostAction): readonly number[] =>
  action.kind === 'copy' && action.peers !== undefined && action.stream.name === undefined
    ? [Number(action.peers.to.value), Number(action.peers.from.value)]
    : []

/**
 * Returns the kernel on which a programmatic launch depends: the task directly before it in its stream, if that is a
 * kernel.
 */
function primaryOf(action: HostAction, own: readonly number[], tasks: readonly Enqueued[]): number | undefined {
  const last = own.at(-1)
  const isDependent = action.kind === 'launch' && action.programmatic === true
  return isDependent && last !== undefined && tasks[last]?.action.kind === 'launch' ? last : undefined
}

/**
 * Returns the tasks for which a new task of a stream waits. A task of the legacy default stream of a GPU waits for
 * those of all other streams of that GPU, and they wait for it. A dependent kernel does not wait for tasks of its own
 * stream.
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

/**
 * Returns the tasks for which a call waits. There are none if the event is not recorded yet, or if the stream has no
 * task.
 */
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
