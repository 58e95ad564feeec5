/**
 * Whether the executions of a program end only if enough blocks of its kernels are resident at once (CUDA guide: blocks run in any order, in
 * parallel or in series). Cooperative launches are resident as a whole, others if the launch or the user promises it.
 */

import type { Decision, Liveness } from '../encoder/decide/verdict.js'
import { blocksOf } from '../encoder/events/control/residency.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Program } from '../litmus/program.js'

/** What is asked about residency: whether to look for waits among blocks, and how many are resident if a launch does not say. */
export interface Residency {
  readonly examined: boolean
  readonly promised?: number | undefined
}

export const withoutResidency: Residency = { examined: false }

/** Kernels all of whose blocks must be resident for every execution to end. */
type Resident = readonly { readonly kernel: string; readonly blocks: number }[]

/** A hang of a program with the blocks that are promised, or the kernels that need more; nothing if neither is found. */
type Found =
  | { readonly kind: 'hangs'; readonly graph: EventGraph; readonly liveness: Liveness }
  | { readonly kind: 'needs'; readonly resident: Resident }

/**
 * Returns what an answer that all executions end needs besides. `again` decides another program. If it is not found out
 * whether blocks that never start can make it hang, the answer needs them.
 */
export function residencyOf(
  { graph, answers: [answer] }: Decision,
  { examined, promised }: Residency,
  again: (test: Program) => Decision,
): Found | undefined {
  const { program } = graph
  if (program.host === undefined || answer?.liveness?.kind !== 'ends') return undefined
  const { host } = program
  const waiting = new Set(graph.waits.map(({ thread }) => thread))
  const kernels = host.tasks.flatMap(({ work }, task) => {
    if (work.kind !== 'kernel' || !work.threads.some((thread) => waiting.has(thread))) return []
    const blocks = blocksOf(program, host, task)
    const resident = work.resident ?? promised
    return blocks > (resident ?? 1) ? [{ task, name: work.name, blocks, resident }] : []
  })
  const livenessWith = (
    residency: NonNullable<Program['residency']>,
  ): Pick<Decision, 'graph'> & { readonly liveness?: Liveness } => {
    const { graph, answers } = again({ ...program, residency })
    const [first] = answers
    return first?.liveness === undefined ? { graph } : { graph, liveness: first.liveness }
  }
  const promises = kernels.flatMap(({ task, resident }) => (resident === undefined ? [] : [{ task, resident }]))
  if (promises.length > 0) {
    const { graph, liveness } = livenessWith(promises)
    if (liveness?.kind !== 'ends') return liveness && { kind: 'hangs', graph, liveness }
  }
  const open = examined ? kernels.filter(({ resident }) => resident === undefined) : []
  if (open.length === 0) return undefined
  const { liveness } = livenessWith([...promises, ...open.map(({ task }) => ({ task, resident: 1 }))])
  if (liveness?.kind === 'ends') return undefined
  return { kind: 'needs', resident: open.map(({ name, blocks }) => ({ kernel: name, blocks })) }
}
