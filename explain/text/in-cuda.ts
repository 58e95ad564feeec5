/** The CUDA C++ of instructions, as text. */

import type { EventGraph } from '../../encoder/events/graph/event.js'
import { printable } from '../../source/diagnostic.js'
import { inCuda } from '../in-cuda.js'

/**
 * Returns an empty line and a list of the instructions of those events; nothing if none of them has a CUDA function.
 */
export function inCudaLines(graph: EventGraph, ids: readonly number[]): readonly string[] {
  const named = inCuda(graph, ids)
  if (named.length === 0) return []
  return ['', 'In CUDA:', ...named.map(({ ptx, cuda }) => printable(`  ${ptx} is ${cuda}`))]
}
