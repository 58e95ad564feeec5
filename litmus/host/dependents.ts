/** Dependent kernels, which may start before the kernel before them in their stream has ended (programmatic dependent launch). */

import type { Host } from '../program.js'

/** What the kernel of a thread has to do with others, as indices of tasks. */
export interface Dependency {
  readonly task: number
  /** The kernel whose CTAs let this one start. */
  readonly primary: number | undefined
  /** The kernel that the CTAs of this one let start. */
  readonly dependent: number | undefined
}

/** Returns what the kernel of a thread depends on, and what depends on it; undefined for a thread that is in no kernel that a host launches. */
export function dependencyOf(host: Host | undefined, thread: number): Dependency | undefined {
  const tasks = host?.tasks ?? []
  const task = tasks.findIndex(({ work }) => work.kind === 'kernel' && work.threads.includes(thread))
  const dependent = tasks.findIndex(({ primary }) => primary === task)
  return task === -1
    ? undefined
    : { task, primary: tasks[task]?.primary, dependent: dependent === -1 ? undefined : dependent }
}

/** The threads of a task: of a kernel or of a transfer; none of any other. */
export function taskThreads({ tasks }: Host, task: number): readonly number[] {
  const work = tasks[task]?.work
  return work !== undefined && 'threads' in work ? work.threads : []
}

/** The threads of a task that is a kernel; none of any other. */
export const kernelThreads = ({ tasks }: Host, task: number | undefined): readonly number[] => {
  const work = task === undefined ? undefined : tasks[task]?.work
  return work?.kind === 'kernel' ? work.threads : []
}
