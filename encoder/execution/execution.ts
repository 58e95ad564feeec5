/** An execution as plain data. */

import type { Pair } from '../events/event.js'

/** One execution of an event graph. Events are named by their ids. */
export interface Execution {
  /** By event. */
  readonly executed: readonly boolean[]
  /** By event, the bits that were read or written; undefined for fences, barriers, and for what is not executed. */
  readonly values: readonly (bigint | undefined)[]
  readonly rf: readonly Pair[]
  readonly co: readonly Pair[]
  readonly sync_fence: readonly Pair[]
  /** The barriers that threads waited at and passed, and those that were arrivals. */
  readonly passed: readonly number[]
  readonly arrived: readonly number[]
  /** By location, the write whose value remains; -1 for a location that nothing uses. */
  readonly final: readonly number[]
}
