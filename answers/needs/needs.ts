/**
 * What the executions of a program need of the GPU to end, besides fair scheduling: blocks that are resident at once, and tasks that overlap. CUDA
 * promises neither, unless a launch is cooperative: blocks run in any order, in parallel or in series (CUDA guide), and of all that is enqueued,
 * "at least one device thread" makes progress (CUDA C++ execution model).
 */

import { match } from 'ts-pattern'
import type { Decision, Liveness } from '../../encoder/decide/verdict.js'
import type { EventGraph } from '../../encoder/events/graph/event.js'
import { taskThreads } from '../../litmus/host/dependents.js'
import type { Program } from '../../litmus/program.js'
import type { NeedsReport } from '../../report/needs.js'
import { overlaps, type Promises, partlyResident, type Schedule } from './promises.js'

/** The promises, and whether to look for what else executions need. */
export interface Demand extends Promises {
  readonly examined: boolean
}

/** Assumes what launches promise, and looks for no further needs. */
export const nothingBesides: Demand = { examined: false }

/** Something that executions need to end. */
export type Need =
  | { readonly kind: 'resident'; readonly kernels: readonly { readonly kernel: string; readonly blocks: number }[] }
  | { readonly kind: 'overlap'; readonly tasks: readonly string[] }

/** Either a hang in spite of what is promised, or what the program needs besides. */
export type Besides =
  | { readonly kind: 'hangs'; readonly graph: EventGraph; readonly liveness: Liveness }
  | { readonly kind: 'needs'; readonly needs: readonly Need[] }

/**
 * Returns what else is needed for the answer that all executions end. Undefined if nothing is, or if that is not the
 * answer. `again` decides another program. What may be needed counts as needed if it is undecided whether the program
 * hangs without it.
 */
export function besides(
  { graph, answers: [answer] }: Decision,
  { examined, resident, overlap }: Demand,
  again: (test: Program) => Decision,
): Besides | undefined {
  const { program } = graph
  const { host } = program
  if (host === undefined || answer?.liveness?.kind !== 'ends') return undefined
  // Where none of its threads waits in a loop, a task that starts ends.
  const waiting = new Set(graph.waits.map(({ thread }) => thread))
  const waits = (task: number): boolean => taskThreads(host, task).some((thread) => waiting.has(thread))
  const pairs = overlap === true ? [] : overlaps(program).filter(([, early]) => waits(early))
  const late = [...new Set(pairs.map(([late]) => late))]
  // A kernel that may be late may have started in part.
  const kernels = partlyResident(program, resident).filter(({ task }) => waits(task) || late.includes(task))
  const given: Schedule = {
    residency: kernels.flatMap(({ task, resident }) => (resident === undefined ? [] : [{ task, resident }])),
    deferrals: overlap === false ? late : [],
  }
  const decided = (residency: Schedule['residency'], deferrals: Schedule['deferrals']): Decision =>
    again({ ...program, residency: [...given.residency, ...residency], deferrals: [...given.deferrals, ...deferrals] })
  const ends = (...schedule: Parameters<typeof decided>): boolean =>
    decided(...schedule).answers[0]?.liveness?.kind === 'ends'

  if (given.residency.length > 0 || given.deferrals.length > 0) {
    const { graph, answers } = decided([], [])
    const liveness = answers[0]?.liveness
    if (liveness?.kind !== 'ends') return liveness && { kind: 'hangs', graph, liveness }
  }
  if (!examined) return undefined
  const open = kernels.filter(({ resident }) => resident === undefined)
  const single = open.map(({ task }) => ({ task, resident: 1 }))
  const deferrals = overlap === undefined ? late : []
  if ((single.length === 0 && deferrals.length === 0) || ends(single, deferrals)) return undefined
  const areResident: Need = { kind: 'resident', kernels: open.map(({ name, blocks }) => ({ kernel: name, blocks })) }
  const involved = new Set(pairs.flat())
  const names = host.tasks.flatMap(({ work }, task) => (involved.has(task) ? [work.name] : []))
  const theyOverlap: Need = { kind: 'overlap', tasks: names }
  const needs =
    deferrals.length === 0 || (single.length > 0 && ends([], deferrals))
      ? [areResident]
      : single.length === 0 || ends(single, [])
        ? [theyOverlap]
        : [areResident, theyOverlap]
  return { kind: 'needs', needs }
}

/** The needs in documents. */
export const needsReportOf = (needs: readonly Need[]): NeedsReport =>
  Object.assign(
    {},
    ...needs.map((need) =>
      match(need)
        .returnType<NeedsReport>()
        .with({ kind: 'resident' }, ({ kernels }) => ({ endsIfResident: kernels.map((one) => ({ ...one })) }))
        .with({ kind: 'overlap' }, ({ tasks }) => ({ endsIfOverlapping: [...tasks] }))
        .exhaustive(),
    ),
  )
