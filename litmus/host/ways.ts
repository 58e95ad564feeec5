/** The ways that the host takes through its code: which calls it makes once, whatever branches it takes. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import type { HostThread } from '../program.js'
import { isEnqueuing } from './action.js'

/**
 * Reports calls that enqueue tasks, or set the GPU, in loops or where a branch may skip them. Which tasks there are, their
 * order in streams, and where they go, is a fact of the text here. Calls that wait, and queries, may be anywhere.
 */
export function checkWays({ instructions }: HostThread): readonly Diagnostic[] {
  const labels = new Map(instructions.flatMap((one, at) => (one.kind === 'label' ? [[one.name, at] as const] : [])))
  const branches = instructions.flatMap((one, from) => {
    const to = one.kind === 'branch' ? labels.get(one.target) : undefined
    return one.kind !== 'branch' || to === undefined ? [] : [{ from, to, span: one.span }]
  })
  return instructions.flatMap((one, at) => {
    if (one.kind !== 'call' || !(isEnqueuing(one.action) || one.action.kind === 'device')) return []
    const what = one.action.kind === 'device' ? onGpus : onTasks
    const back = branches.find(({ from, to }) => to <= at && at < from)
    if (back !== undefined)
      return [diagnostic(what.repeated, one.span, { message: 'back from here', place: back.span })]
    const over = branches.find(({ from, to }) => from < at && at < to)
    return over === undefined ? [] : [diagnostic(what.skipped, one.span, { message: 'the branch', place: over.span })]
  })
}

const onTasks = {
  repeated: 'a loop repeats this call: write each task that the host enqueues once, outside of loops',
  skipped: 'a branch skips this call: the host enqueues its tasks on every way; write a test for each way',
}

const onGpus = {
  repeated: 'a loop repeats this call: say with `device(n)` in each launch where it goes',
  skipped: 'a branch skips this call: say with `device(n)` in each launch where it goes',
}
