/** Checks that the host makes certain calls exactly once, whatever branches it takes. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import type { Span } from '../../source/text.js'
import type { HostThread } from '../program.js'
import { isEnqueuing } from './action.js'

/**
 * Reports calls that enqueue tasks, or set the GPU, in loops or where a branch may skip them. The text alone must
 * determine which tasks there are, their order in streams, and where they run. Calls that wait, and queries, may be
 * anywhere.
 */
export function checkWays(host: HostThread): readonly Diagnostic[] {
  const branches = branchesIn(host)
  return host.instructions.flatMap((one, at) => {
    if (one.kind !== 'call' || !(isEnqueuing(one.action) || one.action.kind === 'device')) return []
    const what = one.action.kind === 'device' ? onGpus : onTasks
    const back = branches.find(({ from, to }) => to <= at && at < from)
    if (back !== undefined)
      return [diagnostic(what.repeated, one.span, { message: 'back from here', place: back.span })]
    const over = branchOver(branches, at)
    return over === undefined ? [] : [diagnostic(what.skipped, one.span, { message: 'the branch', place: over.span })]
  })
}

interface Jump {
  readonly from: number
  readonly to: number
  readonly span: Span
}

/** Returns the branches of the host, from one of its instructions to another. */
export function branchesIn({ instructions }: Pick<HostThread, 'instructions'>): readonly Jump[] {
  const labels = new Map(instructions.flatMap((one, at) => (one.kind === 'label' ? [[one.name, at] as const] : [])))
  return instructions.flatMap((one, from) => {
    const to = one.kind === 'branch' ? labels.get(one.target) : undefined
    return one.kind !== 'branch' || to === undefined ? [] : [{ from, to, span: one.span }]
  })
}

/**
 * Returns a branch that skips the instruction. If there is none, each path to a later place in the text passes the
 * instruction.
 */
export const branchOver = (branches: readonly Jump[], at: number): Jump | undefined =>
  branches.find(({ from, to }) => from < at && at < to)

const onTasks = {
  repeated: 'a loop repeats this call: write each task that the host enqueues once, outside of loops',
  skipped: 'a branch skips this call: the host enqueues its tasks on every way; write a test for each way',
}

const onGpus = {
  repeated: 'a loop repeats this call: say with `device(n)` in each launch where it goes',
  skipped: 'a branch skips this call: say with `device(n)` in each launch where it goes',
}
