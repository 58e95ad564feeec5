/** The lanes of each warp that a launch simulates, `lanes 0, 8..15`, and the threads that this leaves out. */

import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result } from '../../source/result.js'
import type { Instruction } from '../instruction.js'
import type { Mbarrier } from '../instructions/mbarriers.js'
import type { Integer } from '../operand.js'
import type { PartialLaunch } from '../program.js'
import type { LanesSyntax } from '../syntax/words.js'
import { warpSize } from '../warp-size.js'
import { executedAlike } from './alike.js'

/** Lanes, from the lowest on. */
export type Lanes = readonly number[]

/** Returns the lanes that are written. Fails if a warp has no such lanes. */
export function lanesIn({ ranges }: LanesSyntax): Result<Lanes> {
  for (const { first, last } of ranges) {
    const beyond = [first, last].find(({ value }) => value >= warpSize)
    if (beyond !== undefined) return fail(diagnostic(`a warp has the lanes 0 to ${warpSize - 1}`, beyond.span))
    if (first.value > last.value)
      return fail(
        diagnostic(`there are no lanes from ${first.value} to ${last.value}: write the lower number first`, last.span),
      )
  }
  const all = ranges.flatMap(({ first, last }) =>
    Array.from({ length: Number(last.value - first.value) + 1 }, (_, i) => Number(first.value) + i),
  )
  return ok([...new Set(all)].toSorted((a, b) => a - b))
}

/** Writes `0, 8..15`. */
export function lanesText(lanes: Lanes): string {
  const starts = lanes.filter((lane) => !lanes.includes(lane - 1))
  return starts
    .map((first) => {
      let last = first
      while (lanes.includes(last + 1)) last++
      return first === last ? `${first}` : `${first}..${last}`
    })
    .join(', ')
}

/** Returns the number of simulated threads of a CTA, or of a part of it that begins with a whole warp. */
export const simulatedOf = (threads: number, lanes: Lanes): number =>
  Math.floor(threads / warpSize) * lanes.length + lanes.filter((lane) => lane < threads % warpSize).length

/**
 * Returns the number of threads of a CTA for which a simulated thread counts: the first of a warp also counts for those
 * that are left out.
 */
export function countsFor(thread: number, threads: number, lanes: Lanes): number {
  const first = thread - (thread % warpSize)
  const inWarp = Math.min(warpSize, threads - first)
  return thread - first === lanes[0] ? inWarp - simulatedOf(inWarp, lanes) + 1 : 1
}

/**
 * Returns the numbers of the threads of its warp that are left out, for the first simulated thread of a warp; none for
 * others.
 */
export function leftOutBeside(thread: number, threads: number, lanes: Lanes): readonly number[] {
  if (countsFor(thread, threads, lanes) === 1) return []
  const first = thread - (thread % warpSize)
  const inWarp = Math.min(warpSize, threads - first)
  return Array.from({ length: inWarp }, (_, lane) => lane).flatMap((lane) =>
    lanes.includes(lane) ? [] : [first + lane],
  )
}

/** Returns the threads that a launch leaves out; undefined if there are none. */
export function leftOut(
  kernel: string,
  lanes: Lanes | undefined,
  { ctas, threads }: { readonly ctas: number; readonly threads: number },
): PartialLaunch | undefined {
  if (lanes === undefined) return undefined
  const simulated = ctas * simulatedOf(threads, lanes)
  const all = ctas * threads
  return simulated === all
    ? undefined
    : { kernel, lanes: `${lanes.length === 1 ? 'lane' : 'lanes'} ${lanesText(lanes)}`, simulated, threads: all }
}

/**
 * An arrival at an mbarrier with its count in a register that each thread has: the count is multiplied by the number of
 * threads that the thread counts for.
 */
export interface Arrivals {
  readonly register: string
  readonly each: bigint
}

/**
 * Returns the instructions with arrivals at mbarriers that count for all lanes of a warp, if the text shows that all
 * would arrive, and equally often (ISA, `mbarrier.arrive`); and the numbers of these arrivals.
 */
export function arrivingForAll(
  instructions: readonly Instruction[],
  isFlat: boolean,
): { readonly instructions: readonly Instruction[]; readonly arrivals: readonly Arrivals[] } {
  const arrivals = new Map<string, bigint>()
  if (!instructions.some(isArrival)) return { instructions, arrivals: [] }
  const isAlike = executedAlike(instructions, isFlat)
  const changed = instructions.map((one, at): Instruction => {
    if (!isArrival(one)) return one
    const { span } = one
    const count: Integer | undefined =
      one.count === undefined
        ? { kind: 'integer', value: 1n, span }
        : one.count.kind === 'integer'
          ? one.count
          : undefined
    if (count === undefined || !isAlike(at)) return one
    const register = `${count.value} for each lane`
    arrivals.set(register, count.value)
    return { ...one, count: { kind: 'register', name: register, span } }
  })
  return {
    instructions: arrivals.size === 0 ? instructions : changed,
    arrivals: [...arrivals].map(([register, each]) => ({ register, each })),
  }
}

const isArrival = (one: Instruction): one is Mbarrier =>
  one.kind === 'mbarrier' && (one.action === 'arrive' || one.action === 'arrive_drop')
