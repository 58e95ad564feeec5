/** The ways that the host takes through its code: which calls it makes once, whatever branches it takes. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import type { HostThread } from '../program.js'
import { isEnqueuing } from './action.js'

/**
 * Reports calls that enqueue tasks in loops, or that a branch may skip. Which tasks there are, and their order in
 * streams, is a fact of the text here. Calls that wait, and queries, may be anywhere.
 */
export function checkWays({ instructions }: HostThread): readonly Diagnostic[] {
  const labels = new Map(instructions.flatMap((one, at) => (one.kind === 'label' ? [[one.name, at] as const] : [])))
  const branches = instructions.flatMap((one, from) => {
    const to = one.kind === 'branch' ? labels.get(one.target) : undefined
    return one.kind !== 'branch' || to === undefined ? [] : [{ from, to, span: one.span }]
  })
  return instructions.flatMap((one, at) => {
    if (one.kind !== 'call' || !isEnqueuing(one.action)) return []
    const back = branches.find(({ from, to }) => to <= at && at < from)
    if (back !== undefined)
      return [
        diagnostic(
          'a loop repeats this call: write each task that the host enqueues once, outside of loops',
          one.span,
          {
            message: 'back from here',
            place: back.span,
          },
        ),
      ]
    const over = branches.find(({ from, to }) => from < at && at < to)
    if (over === undefined) return []
    const message = 'a branch skips this call: the host enqueues its tasks on every way; write a test for each way'
    return [diagnostic(message, one.span, { message: 'the branch', place: over.span })]
  })
}
