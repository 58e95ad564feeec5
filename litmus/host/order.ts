/** The order that the runtime's calls impose: the tasks that complete before another starts, and before the host continues. */

import { must } from '../../source/must.js'
import type { Host, HostWait, Task } from '../program.js'

/** A task, or the host at one of its instructions. */
export type Operation = { readonly task: number } | { readonly call: number }

/**
 * Returns whether one of the two has completed before the other starts. If the host makes a call on some of its paths
 * only, or queries, the order counts as imposed.
 */
export function ordered(host: Host, one: Operation, other: Operation): boolean {
  return precedes(host, one, other) || precedes(host, other, one)
}

function precedes(host: Host, one: Operation, other: Operation): boolean {
  if ('task' in one) return tasksBefore(host, other).has(one.task)
  if ('call' in other) return one.call < other.call
  // The host comes before what it has not yet enqueued.
  return taskAt(host, other.task).call > one.call
}

const taskAt = ({ tasks }: Host, index: number): Task => must(tasks[index], `a task ${index}`)

/**
 * Returns whether the runtime may execute two tasks at the same time: they differ, and neither is sure to wait for the
 * end of the other. A query that the host makes in between does not wait, and a call that a branch skips may not.
 */
export const mayOverlap = (host: Host, one: number, other: number): boolean =>
  one !== other &&
  !tasksBefore(host, { task: one }, starts, alwaysWaits).has(other) &&
  !tasksBefore(host, { task: other }, starts, alwaysWaits).has(one)

/** Returns whether a task may not have started when the host comes to an instruction. */
export const mayBeUnstarted = (host: Host, task: number, call: number): boolean =>
  taskAt(host, task).call < call && !tasksBefore(host, { call }, starts, alwaysWaits).has(task)

/**
 * Returns all tasks that have completed before the operation starts. `awaited` gives the tasks for which a task waits
 * directly, and `counts` says which calls of the host wait.
 */
function tasksBefore(
  host: Host,
  operation: Operation,
  awaited: (task: Task) => readonly number[] = tasksAwaited,
  counts: (wait: HostWait) => boolean = () => true,
): ReadonlySet<number> {
  const { call: at } = 'task' in operation ? taskAt(host, operation.task) : operation
  const open = [
    ...('task' in operation ? awaited(taskAt(host, operation.task)) : []),
    ...host.waits.filter((wait) => wait.call < at && counts(wait)).flatMap((wait) => wait.tasks),
  ]
  const before = new Set<number>()
  // What the host awaited before a call, it also awaited before each later call, so it is enough to follow tasks.
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    if (before.has(task)) continue
    before.add(task)
    for (const earlier of awaited(taskAt(host, task))) open.push(earlier)
  }
  return before
}

/**
 * Returns the tasks for which a task may wait. A dependent kernel may wait for the kernel before it, so that order
 * counts.
 */
const tasksAwaited = ({ after, primary }: Task): readonly number[] =>
  primary === undefined ? after : [...after, primary]

/** Returns the tasks for whose end a task waits before it starts. The kernel on which it depends is not among them. */
const starts = ({ after }: Task): readonly number[] => after

/** Returns whether the host continues after a call only when the tasks have completed, whatever way it takes. */
const alwaysWaits = ({ query, skippable }: HostWait): boolean => query !== true && skippable !== true
