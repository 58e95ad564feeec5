/** Lists the examples that are so small that brute force lists all of their candidate executions in a moment. */

import { buildEvents } from '../encoder/events/events.js'
import { countCandidates } from '../encoder/execution/candidates.js'
import { isCompiled, type Program } from '../litmus/program.js'

/**
 * The number of candidate executions, multiplied for waits that may time out: each can do so in addition, which the
 * bound does not count.
 */
export const countOf = (program: Program): number => {
  const graph = buildEvents(program)
  return countCandidates(graph) * 4 ** graph.unknowns.filter(({ from }) => from === 'patience').length
}

const instructionsOf = ({ threads }: Program): number =>
  threads.reduce((sum, { instructions }) => sum + instructions.length, 0)

const counted = new WeakMap<Program, boolean>()

/** Returns whether a program has up to 12 instructions and 100 candidate executions. */
export function isSmall(program: Program): boolean {
  const before = counted.get(program)
  if (before !== undefined) return before
  const small = !program.threads.some(isCompiled) && instructionsOf(program) <= 12 && countOf(program) <= 100
  counted.set(program, small)
  return small
}
