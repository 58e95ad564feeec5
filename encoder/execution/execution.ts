/** An execution as plain data. */

import type { Pair } from '../events/graph/event.js'
import type { Choices } from '../values/expression.js'

/** One execution of an event graph. Events are named by their ids. */
export interface Execution {
  /** True for each event that is executed. */
  readonly executed: readonly boolean[]
  /**
   * The bits that each event read or wrote, or that a barrier returns to a thread that gets past it; undefined for all
   * others, and for events that are not executed.
   */
  readonly values: readonly (bigint | undefined)[]
  /** The unknown values, by their ids. */
  readonly unknowns: readonly bigint[]
  readonly rf: readonly Pair[]
  /** The write from which a read of several cells takes each cell. */
  readonly parts: readonly Part[]
  readonly co: readonly Pair[]
  readonly sync_fence: readonly Pair[]
  /** The barriers at which threads waited and which they passed, and those that were arrivals. */
  readonly passed: readonly number[]
  readonly arrived: readonly number[]
  /** The write to each cell whose value remains. */
  readonly final: readonly number[]
}

/** The choices that determine the values of expressions. */
export type Chosen = Pick<Execution, 'values' | 'unknowns' | 'passed'>

/** Returns the same choices as functions. A value that is not chosen is 0. */
export const choicesOf = ({ values, unknowns, passed }: Chosen): Choices => ({
  read: (event) => values[event] ?? 0n,
  unknown: (id) => unknowns[id] ?? 0n,
  passes: (barrier) => passed.includes(barrier),
})

interface Part {
  readonly read: number
  readonly cell: number
  readonly write: number
}
