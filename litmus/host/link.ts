/** Links kernels, streams and the host's part of a test: looks up every name. */

import { match, P } from 'ts-pattern'
import type { Diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { ok, type Result, then, unless } from '../../source/result.js'
import { threadPosition } from '../position.js'
import type { DeviceThread, Host, TaskWork, Thread, Transfer, WrittenThread } from '../program.js'
import { checkCallers, checkHost, checkSchedule } from './check.js'
import { checkKernels } from './kernels.js'
import { checkReach } from './reach.js'
import { type Enqueued, schedule } from './tasks.js'
import { checkCopies, type Objects, transferThreads } from './transfer.js'
import { checkWays } from './ways.js'

export interface Hosted {
  /** The threads that the test writes, then those of copies and sets. */
  readonly threads: readonly Thread[]
  readonly host?: Host
}

/**
 * Reports kernels that the host does not launch, launches twice, or launches with another grid; threads outside
 * kernels; events that are never recorded and streams without a task; tasks in loops or branches; and what the host
 * cannot do, or only the host can.
 */
export function checkHosting(written: readonly WrittenThread[]): readonly Diagnostic[] {
  const host = written.find((thread) => thread.kind === 'host')
  return [
    ...checkKernels(written, host),
    ...checkCallers(written),
    ...(host === undefined ? [] : [...checkSchedule(host), ...checkWays(host), ...checkHost(host)]),
  ]
}

/**
 * Returns the threads of a test with those that its host enqueues, if `checkHosting` found no error. Fails on a scope
 * that includes no other thread that accesses a location, on memory that the host cannot reach, and on copies between
 * objects of different sizes.
 */
export function linkHost(written: readonly WrittenThread[], memory: Objects): Result<Hosted> {
  const hosted = enqueued(written, memory)
  const { threads, host } = hosted
  return then(
    unless(host === undefined ? [] : [...checkReach(threads, host, memory.variables), ...checkCopies(written, memory)]),
    () => ok(hosted),
  )
}

/** Returns the threads that a test writes, followed by those of the tasks that its host enqueues. */
export function enqueued(written: readonly WrittenThread[], memory: Objects): Hosted {
  const thread = written.findIndex(({ kind }) => kind === 'host')
  const host = written[thread]
  if (host?.kind !== 'host') return { threads: written }
  const { tasks: scheduled, waits } = schedule(host)
  const transfers = transferThreads(scheduled, memory)
  const threads = [...written.map((one) => inDomain(one, scheduled)), ...transfers.values()]
  const tasks = scheduled.map((task) => {
    const { action: _, span: __, ...placed } = task
    return { work: workOf(task, threads, transfers), ...placed }
  })
  return { threads, host: { thread, tasks, waits } }
}

/** Returns a thread; one of a kernel gets the memory synchronisation domain of its launch. */
function inDomain(thread: WrittenThread, tasks: readonly Enqueued[]): WrittenThread {
  if (thread.kind !== 'device') return thread
  const [domain] = tasks.flatMap(({ action }) =>
    action.kind === 'launch' && action.kernel.name === thread.position.kernel ? (action.domain ?? []) : [],
  )
  const position: DeviceThread['position'] = { ...thread.position, domain: Number(domain?.value ?? 0n) }
  return domain === undefined ? thread : { ...thread, position }
}

function workOf(task: Enqueued, threads: readonly Thread[], transfers: ReadonlyMap<Enqueued, Transfer>): TaskWork {
  const ofTransfer = (): Omit<Extract<TaskWork, { threads: unknown }>, 'kind'> => {
    const transfer = must(transfers.get(task), 'a thread for each transfer')
    return { name: transfer.name, threads: [threads.indexOf(transfer)] }
  }
  return match(task.action)
    .returnType<TaskWork>()
    .with({ kind: 'launch' }, ({ kernel: { name }, resident }) => ({
      kind: 'kernel',
      name,
      ...(resident === undefined ? {} : { resident: Number(resident.value) }),
      threads: threads.flatMap((thread, index) => (threadPosition(thread)?.kernel === name ? [index] : [])),
    }))
    .with({ kind: P.union('copy', 'set') }, ({ kind }) => ({ kind, ...ofTransfer() }))
    .with({ kind: P.union('record', 'wait') }, ({ kind, event }) => ({ kind, name: event.name }))
    .exhaustive()
}
