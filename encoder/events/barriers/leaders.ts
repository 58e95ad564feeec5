/** The first threads of warps, which act for these in operations of a warpgroup. */

import { sameCta, threadPosition, warpOf } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { warpsOfGroup } from '../../../litmus/warp-size.js'

/** Returns the first threads of the warps of a thread's warpgroup, warp by warp. */
export function leadersOf({ threads }: Program, thread: number): readonly number[] {
  const own = threadAt(threads, thread)
  const group = Math.floor(warpOf(own) / warpsOfGroup)
  const leaders = new Map<number, number>()
  for (const [index, other] of threads.entries()) {
    if (!sameCta(threadPosition(own), threadPosition(other))) continue
    const warp = warpOf(other)
    if (Math.floor(warp / warpsOfGroup) === group && !leaders.has(warp)) leaders.set(warp, index)
  }
  return [...leaders.values()]
}

/** Returns the first thread of a thread's warp. */
export function leaderOf({ threads }: Program, thread: number): number {
  const own = threadAt(threads, thread)
  return threads.findIndex(
    (other) => sameCta(threadPosition(own), threadPosition(other)) && warpOf(own) === warpOf(other),
  )
}
