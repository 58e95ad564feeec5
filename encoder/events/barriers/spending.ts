/**
 * The work for the conditions of barriers. Where they differ from thread to thread, as with the masks of `activemask`,
 * they grow with each wait.
 */

import { exceed } from '../../../source/limited.js'
import { memoryMeter } from '../../../source/memory-limit.js'

/** The most predicates that are read, which is some seconds of work. */
const mostRead = 50_000_000

/** The number of predicates after which the memory is measured. */
const readBetween = 1_000_000

/** Returns a counter of what is read, which exceeds the limits of this work (`source/limited.ts`). */
export function spending(): (read: number) => void {
  const memory = memoryMeter()
  let all = 0
  let due = readBetween
  return (read) => {
    all += read
    if (all < due) return
    due += readBetween
    const spent = memory?.spent()
    if (spent !== undefined) exceed(spent)
    if (all > mostRead)
      exceed(
        'the conditions under which threads come to barriers and warp instructions are too many; fewer lanes may help',
      )
  }
}
