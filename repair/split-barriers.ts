/**
 * Barriers that were put into a branch which some of their threads do not take. They are legal only as long as those
 * threads end without a barrier of their own, so a reviewer would not merge them.
 */

import type { Model } from '../axioms/algebra/terms.js'
import { graphUnder } from '../encoder/decide/graph-under.js'
import { clusterName, ctaName, warpOf } from '../litmus/position.js'
import type { DeviceThread, Program } from '../litmus/program.js'
import { groupBy } from '../source/group.js'
import { limited } from '../source/limited.js'
import { originsOf } from './apply.js'
import type { Changed } from './judge.js'
import { sharing } from './same-text.js'

const kinds = ['named-barrier', 'warp', 'cluster-barrier'] as const
type BarrierKind = (typeof kinds)[number]

/**
 * Returns whether some threads of a CTA, warp or cluster that run one text come to its inserted barriers less often than
 * others, whatever is read. A branch that depends on what is read has events on both ways, so it counts as taken by all.
 */
export function splitsBarriers(
  original: Program,
  { program, edits }: Pick<Changed, 'program' | 'edits'>,
  { model, bound }: { readonly model: Model; readonly bound: number },
): boolean {
  const inserted = kinds.filter((kind) =>
    edits.some(({ change }) => change.kind === 'insert' && change.instruction.kind === kind),
  )
  if (inserted.length === 0) return false
  const graph = limited(() => graphUnder(model, program, bound))
  if ('tooLarge' in graph) return false
  const { events } = graph.built
  const origins = originsOf(original, edits)
  return inserted.some((kind) => {
    const isInserted = (thread: number, instruction: number): boolean => {
      const origin = origins[thread]?.[instruction]
      return typeof origin === 'string' && origin.startsWith(` ${kind} before `)
    }
    const counts = new Map<number, number>()
    for (const { kind, origin } of events)
      if (kind === 'barrier' && origin !== undefined && isInserted(origin.thread, origin.instruction))
        counts.set(origin.thread, (counts.get(origin.thread) ?? 0) + 1)
    const comers = program.threads.flatMap((one, thread) =>
      one.kind === 'device' && one.instructions.some((_, at) => isInserted(thread, at)) ? [{ one, thread }] : [],
    )
    const units = groupBy(comers, ({ one, thread }) => `${sharing(program, thread)[0]} ${unitOf(kind, one)}`)
    return [...units.values()].some((unit) => new Set(unit.map(({ thread }) => counts.get(thread) ?? 0)).size > 1)
  })
}

/** Returns a name of the threads that meet at a barrier. */
function unitOf(kind: BarrierKind, thread: DeviceThread): string {
  switch (kind) {
    case 'warp':
      return `${ctaName(thread.position)} ${warpOf(thread)}`
    case 'named-barrier':
      return ctaName(thread.position)
    case 'cluster-barrier':
      return clusterName(thread.position)
  }
}
