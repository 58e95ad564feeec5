/** The operation that a thread belongs to in a test with a host: a kernel, a copy, or the host itself. */

import type { Program } from '../program.js'

/** Writes `foo1 in stream1`, or `the host`; undefined without a host. */
export function operationOf(thread: number, { host }: Pick<Program, 'host'>): string | undefined {
  if (host === undefined) return undefined
  if (thread === host.thread) return 'the host'
  const task = host.tasks.find(({ work }) => 'threads' in work && work.threads.includes(thread))
  return task === undefined ? undefined : `${task.work.name} in ${task.stream}`
}
