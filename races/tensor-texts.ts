/** The reasons for races in Tensor Memory, as text. */

import type { EventGraph } from '../encoder/events/graph/event.js'
import { must } from '../source/must.js'
import { instructionAt, lineAt } from '../witness/shortfall.js'
import type { TensorCause } from './tensor-causes.js'

/**
 * `line 7 of P0, \`tcgen05.ld…\`, may not be complete when line 9 of P0 begins: \`tcgen05.wait::ld\` must come before
 * that`
 */
export function tensorCauseText(graph: EventGraph, { first, last, lacks, completed }: TensorCause): string {
  const by = instructionAt(graph, first)
  switch (lacks) {
    case 'nothing':
      return `no synchronisation, and no pair of \`tcgen05.fence\` around a relaxed one, orders ${by}, and ${instructionAt(graph, last)}`
    case 'no completion': {
      const { wait, isCommit } = waitFor(graph, first)
      const open = `${by}, may not be complete when ${instructionAt(graph, last)}, begins`
      if (completed === undefined) return `${open}: ${wait} must come before that`
      const end = lineAt(graph, completed)
      return isCommit
        ? `${open}: what follows the \`tcgen05.commit\` of ${end} must wait at its mbarrier before that; after a relaxed wait, \`tcgen05.fence::after_thread_sync\` must come, too`
        : `${open}: the wait of ${end} must come before that, and what orders the two threads after it`
    }
    case 'no fences': {
      const isCommit = waitFor(graph, first).isCommit
      return isCommit
        ? `${by}, is complete before ${instructionAt(graph, last)}, but no \`tcgen05.fence::after_thread_sync\` comes between its arrival and that, which this model demands`
        : `${by}, is complete before ${instructionAt(graph, last)}, but \`tcgen05.fence::before_thread_sync\` after the wait, and \`tcgen05.fence::after_thread_sync\` in the other thread, do not both come between, which this model demands`
    }
  }
}

/** Returns what waits for an access. */
function waitFor(graph: EventGraph, id: number): { readonly wait: string; readonly isCommit: boolean } {
  const { sets } = must(graph.events[id], 'an event')
  if (sets.includes('TLD')) return { wait: '`tcgen05.wait::ld`', isCommit: false }
  if (sets.includes('TST')) return { wait: '`tcgen05.wait::st`', isCommit: false }
  return { wait: '`tcgen05.commit` and a wait at its mbarrier', isCommit: true }
}
