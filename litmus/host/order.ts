/** What the runtime's calls order whatever happens: which task has completed before which other starts, and before the host goes on. */

import type { Host } from '../program.js'

/** A task, or the host at one of its instructions. */
export type Operation = { readonly task: number } | { readonly call: number }

/** Whether one of the two has completed before the other starts. */
export function ordered(host: Host, one: Operation, other: Operation): boolean {
  return precedes(host, one, other) || precedes(host, other, one)
}

function precedes(host: Host, one: Operation, other: Operation): boolean {
  if ('task' in one) return tasksBefore(host, other).has(one.task)
  if ('call' in other) return one.call < other.call
  // The host is ahead of what it has not yet enqueued.
  return (host.tasks[other.task]?.call ?? 0) > one.call
}

/** All tasks that have completed before the operation starts. */
function tasksBefore({ tasks, waits }: Host, operation: Operation): ReadonlySet<number> {
  const at = 'task' in operation ? (tasks[operation.task]?.call ?? 0) : operation.call
  const open = [
    ...('task' in operation ? (tasks[operation.task]?.after ?? []) : []),
    ...waits.filter(({ call }) => call < at).flatMap((wait) => wait.tasks),
  ]
  const before = new Set<number>()
  // What the host awaited before a call was awaited before each later one, too: tasks lead to all others.
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    if (before.has(task)) continue
    before.add(task)
    open.push(...(tasks[task]?.after ?? []))
  }
  return before
}
