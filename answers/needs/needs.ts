/**
 * What the executions of a program need of the GPU to end, besides fair scheduling: blocks that are resident at once, and tasks that overlap, with
 * each other or with a host that polls. CUDA promises neither: a call of the runtime returns or "at least one device-thread makes progress", and with
 * a thread its cluster, or its cooperative grid (CUDA C++ execution model, "CUDA APIs" and "Device threads"; https://nvidia.github.io/cccl).
 */

import { match } from 'ts-pattern'
import type { Decision, Liveness } from '../../encoder/decide/verdict.js'
import { callsNothing } from '../../encoder/events/control/calls.js'
import type { EventGraph } from '../../encoder/events/graph/event.js'
import { never } from '../../encoder/values/expression.js'
import { taskThreads } from '../../litmus/host/dependents.js'
import { mayBeUnstarted } from '../../litmus/host/order.js'
import type { Program } from '../../litmus/program.js'
import { conditionOfSeveral, type NeedsReport } from '../../report/needs.js'
import type { LivenessReport } from '../../report/parts.js'
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
  const { pairs, polled, late, kernels } = delaysIn(graph, { resident, overlap })
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
  const involved = new Set([...pairs.flat(), ...polled])
  const names = [
    ...(polled.length === 0 ? [] : ['host']),
    ...host.tasks.flatMap(({ work }, task) => (involved.has(task) ? [work.name] : [])),
  ]
  const theyOverlap: Need = { kind: 'overlap', tasks: names }
  const needs =
    deferrals.length === 0 || (single.length > 0 && ends([], deferrals))
      ? [areResident]
      : single.length === 0 || ends(single, [])
        ? [theyOverlap]
        : [areResident, theyOverlap]
  return { kind: 'needs', needs }
}

/** What may be late, although the executions of a program may wait for it: tasks, and parts of kernels. */
function delaysIn(graph: EventGraph, { resident, overlap }: Promises) {
  const { program, waits } = graph
  const { host } = program
  // Where none of its threads waits in a loop, a task that starts ends.
  const waiting = new Set(waits.map(({ thread }) => thread))
  const isWaiting = (task: number): boolean =>
    host !== undefined && taskThreads(host, task).some((thread) => waiting.has(thread))
  const pairs = overlap === true ? [] : overlaps(program).filter(([, early]) => isWaiting(early))
  const polled = overlap === true ? [] : polledIn(graph)
  const late = [...new Set([...pairs.map(([late]) => late), ...polled])]
  // A kernel that may be late may have started in part.
  const kernels = partlyResident(program, resident).filter(({ task }) => isWaiting(task) || late.includes(task))
  return { pairs, polled, late, kernels }
}

/** Returns the tasks that may not have started when the host comes to a loop in which it may wait without a call of the runtime. */
function polledIn({ program, waits, events }: EventGraph): readonly number[] {
  const { host } = program
  if (host === undefined) return []
  const polling = waits.filter((wait) => wait.thread === host.thread && callsNothing(events, wait) !== never)
  const places = polling.flatMap(({ from, to }) =>
    events.slice(from, to).flatMap(({ origin }) => origin?.instruction ?? []),
  )
  return [...host.tasks.keys()].filter(
    (task) => taskThreads(host, task).length > 0 && places.some((at) => mayBeUnstarted(host, task, at)),
  )
}

/**
 * Returns what an answer that all executions end takes for granted, in words, if it was not examined whether they need it: `all blocks are resident`,
 * `kernels overlap`.
 */
export function endsGivenIn(graph: EventGraph, promises: Promises): Pick<LivenessReport, 'endsGiven'> {
  const { late, kernels } = delaysIn(graph, promises)
  const given = [
    ...(kernels.some(({ resident }) => resident === undefined) ? [conditionOfSeveral('endsIfResident')] : []),
    ...(promises.overlap === undefined && late.length > 0 ? [conditionOfSeveral('endsIfOverlapping')] : []),
  ]
  return given.length === 0 ? {} : { endsGiven: given }
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
