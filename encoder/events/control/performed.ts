/** An instruction that a thread performs. */

import type { Span } from '../../../source/text.js'
import type { Sources } from '../graph/register-value.js'
import type { Flow } from './flow.js'
import type { PerformedStep } from './walk.js'

export interface Performed {
  readonly thread: number
  readonly step: PerformedStep
  /** The path that leads to it. */
  readonly flow: Flow
  /** The reads that decide whether it is performed. */
  readonly decidedBy: readonly Sources[]
  /** The vector access that it is a scalar of, if it is. */
  readonly vector: Vector | undefined
}

/** A vector access, some of whose scalars are performed. All of them use the address as it was before. */
export interface Vector {
  readonly span: Span
  /** The step of the last one. */
  readonly last: number
  /** The first event. */
  readonly event: number
  readonly before: Flow
}

/** Returns the origin of the events of an instruction. */
export const originOf = ({ thread, step: { index, iterations } }: Pick<Performed, 'thread' | 'step'>) => ({
  thread,
  instruction: index,
  iterations,
})
