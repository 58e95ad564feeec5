/** The records that threads make at barriers while they run. */

import type { NamedBarrier } from '../../../litmus/instructions/named-barriers.js'
import type { WarpOperation } from '../../../litmus/instructions/warps.js'
import type { DataType } from '../../../litmus/operand.js'
import type { ConstantExpression, Expression, Predicate } from '../../values/expression.js'
import type { Origin } from '../graph/event.js'
import type { Sources } from '../graph/register-value.js'
import type { MemoryRecording } from '../memory/recording.js'

/** The contribution of a thread to a barrier that returns something. */
export interface Brought {
  readonly event: number
  readonly lane: number
  readonly value: Expression
  /** The reads from which the value is computed, and the barriers of its warp that returned it. */
  readonly sources: Sources
  readonly by: NonNullable<NamedBarrier['reduction']>['operation'] | Exclude<WarpOperation, 'bar' | 'converge'>
  /** The type of the returned value. */
  readonly type: DataType
  /**
   * The lane whose value a shuffle returns, or that is elected if it is present; and the value that is returned if that
   * lane is absent or not computed.
   */
  readonly from: Expression
  readonly otherwise: Expression
}

/** The lanes that a thread finds active. */
export interface Active extends Pick<Origin, 'thread' | 'instruction'> {
  readonly value: Expression
  readonly guard: Predicate
}

/** The results so far, including those about barriers. */
export interface BarrierRecording extends MemoryRecording {
  readonly brought: Brought[]
  readonly active: Active[]
  /** The start of the search for leaders of warps, by the warp and the mask. */
  readonly leaders: Map<string, Expression>
  /** The known results of warp barriers, by the performed instruction. */
  readonly constants: ReadonlyMap<string, ConstantExpression>
}
