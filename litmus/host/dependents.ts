/**
 * Dependent kernels, which may start before the previous kernel of their stream has ended (programmatic dependent
 * launch).
 */

import type { Host } from '../program.js'

/** How the kernel of a thread depends on others, as indices of tasks. */
export interface Dependency {
  readonly task: number
  /** The kernel whose CTAs let this one start. */
  readonly primary: number | undefined
  /** The kernel that the CTAs of this one let start. */
  readonly dependent: number | undefined
}

/**
 * Returns what the kernel of a thread depends on, and what depends on it. Undefined for a thread that is not in a
 * kernel that a host launches.
 */
export function dependencyOf(host: Host | undefined, thread: number): Dependency | undefined {
  const tasks = host?.tasks ?? []
  const task = tasks.findIndex(({ work }) => work.kind === 'kernel' && work.threads.includes(thread))
  const dependent = tasks.findIndex(({ primary }) => primary === task)
  return task === -1
    ? undefined
    : { task, primary: tasks[task]?.primary, dependent: dependent === -1 ? undefined : dependent }
}

/** Returns the threads of a kernel or a transfer; other tasks have none. */
export function taskThreads({ tasks }: Host, task: number): readonly number[] {
  const work = tasks[task]?.work
  return work !== undefined && 'threads' in work ? work.threads : []
}

/** Returns the threads of a kernel; other tasks have none. */
export const kernelThreads = ({ tasks }: Host, task: number | undefined): readonly number[] => {
  const work = task === undefined ? undefined : tasks[task]?.work
  return work?.kind === 'kernel' ? work.threads : []
}
