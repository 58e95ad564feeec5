/** An execution as plain data. */

import type { Pair } from '../events/graph/event.js'
import type { Choices } from '../values/expression.js'

/** One execution of an event graph. Events are named by their ids. */
export interface Execution {
  /** By event. */
  readonly executed: readonly boolean[]
  /** By event, the bits that were read or written, or that a barrier returns to a thread that gets past it; undefined for all others, and for what is not executed. */
  readonly values: readonly (bigint | undefined)[]
  /** The values that nothing is known about, by their ids. */
  readonly unknowns: readonly bigint[]
  readonly rf: readonly Pair[]
  /** Of reads that cover several cells: from which write each takes each cell that it covers. */
  readonly parts: readonly Part[]
  readonly co: readonly Pair[]
  readonly sync_fence: readonly Pair[]
  /** The barriers that threads waited at and passed, and those that were arrivals. */
  readonly passed: readonly number[]
  readonly arrived: readonly number[]
  /** By cell, the write whose value remains. */
  readonly final: readonly number[]
}

/** What the values of expressions follow from. */
export type Chosen = Pick<Execution, 'values' | 'unknowns' | 'passed'>

/** The same as functions. What is not chosen is 0. */
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
