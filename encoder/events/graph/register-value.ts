/** The value of a register, and the reads from which it was computed. */

import type { DataType } from '../../../litmus/operand.js'
import type { Expression, Predicate } from '../../values/expression.js'

/** The reads from which something was computed, each with its condition. */
export type Sources = ReadonlyMap<number, Predicate>

export interface RegisterValue {
  readonly value: Expression
  readonly type: DataType
  readonly sources: Sources
}
