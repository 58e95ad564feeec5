/** The promises of launches and of the user about the schedule of a GPU, besides fairness. */

import { blocksOf } from '../../encoder/events/control/residency.js'
import { taskThreads } from '../../litmus/host/dependents.js'
import { mayOverlap } from '../../litmus/host/order.js'
import { branchesIn } from '../../litmus/host/ways.js'
import { type Program, threadAt } from '../../litmus/program.js'
import type { NeedsReport } from '../../report/needs.js'

/** The promises of the user. */
export interface Promises {
  /**
   * The number of blocks of a launch that are resident at once if the launch itself does not say; undefined if nothing
   * is promised.
   */
  readonly resident?: number | undefined
  /** True if tasks that may overlap do, false if they may wait for each other; undefined if nothing is promised. */
  readonly overlap?: boolean | undefined
}

/** The tasks and blocks that may be late in an execution. */
export type Schedule = Required<Pick<Program, 'residency' | 'deferrals'>>

/** A kernel whose blocks are not all promised to be resident. */
export interface PartlyResident {
  readonly task: number
  readonly name: string
  readonly blocks: number
  /** The number of blocks that are promised to be; undefined if nothing is promised. */
  readonly resident: number | undefined
}

/** Returns the kernels of several blocks that are not promised to be resident as a whole. Cooperative launches are. */
export function partlyResident(program: Program, promised: number | undefined): readonly PartlyResident[] {
  const { host } = program
  if (host === undefined) return []
  return host.tasks.flatMap(({ work }, task) => {
    if (work.kind !== 'kernel') return []
    const blocks = blocksOf(program, host, task)
    const resident = work.resident ?? promised
    return blocks > (resident ?? 1) ? [{ task, name: work.name, blocks, resident }] : []
  })
}

/** Returns the pairs of tasks with threads that no call orders: the first may start while the second runs, or when it has ended. */
export function overlaps({ host }: Program): readonly (readonly [late: number, early: number])[] {
  if (host === undefined) return []
  const tasks = [...host.tasks.keys()].filter((task) => taskThreads(host, task).length > 0)
  return tasks.flatMap((late) => tasks.flatMap((early) => (mayOverlap(host, late, early) ? [[late, early]] : [])))
}

/** Returns whether the host has a loop, in which it may wait without a call of the runtime. */
function hostLoops({ host, threads }: Program): boolean {
  const thread = host && threadAt(threads, host.thread)
  return thread?.kind === 'host' && branchesIn(thread).some(({ from, to }) => to < from)
}

/** Returns what a program may need of the schedule that this does not promise. */
export const unpromisedIn = (program: Program, { resident, overlap }: Promises): readonly (keyof NeedsReport)[] => [
  ...(partlyResident(program, resident).some((one) => one.resident === undefined) ? ['endsIfResident' as const] : []),
  ...(overlap === undefined && (overlaps(program).length > 0 || hostLoops(program))
    ? ['endsIfOverlapping' as const]
    : []),
]

/** Returns the program under these promises only; the program itself if they cover everything that it could need. */
export function underPromises(program: Program, { resident, overlap }: Promises): Program {
  const residency = partlyResident(program, resident).flatMap(({ task, resident }) =>
    resident === undefined ? [] : [{ task, resident }],
  )
  const tasks = hostLoops(program) ? [...(program.host?.tasks ?? []).keys()] : []
  const deferrals = overlap === false ? [...new Set([...overlaps(program).map(([late]) => late), ...tasks])] : []
  return residency.length === 0 && deferrals.length === 0 ? program : { ...program, residency, deferrals }
}
