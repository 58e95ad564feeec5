/** Launched kernels with only some lanes of each warp, as `lanes` after a launch leaves the others out. */

import { groupBy } from '../../source/group.js'
import { memoised } from '../../source/memoised.js'
import type { Instruction } from '../instruction.js'
import { ctaName } from '../position.js'
import type { DeviceThread, InitialRegister, PartialLaunch, Program, Thread } from '../program.js'
import { warpSize } from '../warp-size.js'
import { arrivingForAll, countsFor, type Lanes, leftOut, leftOutBeside } from './lanes.js'

/**
 * Returns the program in which threads of other lanes execute nothing, and so have ended. They keep their numbers.
 * Arrivals at mbarriers count for them, as in a launch with `lanes`. Undefined if that leaves nothing out, if lanes are
 * left out already, or if some thread of a GPU is not of a launch of a compiled kernel.
 */
export function withLanes(program: Program, lanes: Lanes): Program | undefined {
  const threads = program.threads.filter((one) => one.kind === 'device')
  const areLaunched = threads.every(({ compiled, position }) => compiled === true && position.kernel !== undefined)
  const isKept = ({ position }: DeviceThread): boolean => lanes.includes(position.thread % warpSize)
  if (program.partial !== undefined || !areLaunched || threads.every(isKept)) return undefined
  const isFlat = threads.every(isNumberedAlongX)
  const arriving = memoised((instructions: readonly Instruction[]) => arrivingForAll(instructions, isFlat))
  const ctas = groupBy(threads, ({ position }) => ctaName(position))
  const reduced = (thread: Thread): Thread => {
    if (thread.kind !== 'device') return thread
    if (!isKept(thread)) return { ...thread, instructions: [] }
    const { position, registers, span } = thread
    const mates = ctas.get(ctaName(position)) ?? []
    const { instructions, arrivals } = arriving(thread.instructions)
    const times = BigInt(countsFor(position.thread, mates.length, lanes))
    const counts = arrivals.map(({ register, each }): InitialRegister => {
      const value = { kind: 'integer', value: each * times, span } as const
      return { name: register, value, type: { width: 32, signed: false }, span }
    })
    const beside = leftOutBeside(position.thread, mates.length, lanes)
    const others = mates.filter((mate) => beside.includes(mate.position.thread))
    return {
      ...thread,
      instructions,
      registers: [...registers, ...counts],
      ...(others.length === 0
        ? {}
        : { leftOut: others.map((mate) => ({ thread: mate.position.thread, registers: mate.registers })) }),
    }
  }
  return { ...program, threads: program.threads.map(reduced), partial: partialIn(threads, lanes) }
}

/** Returns whether `%tid.x` is the number of a thread in its CTA, if the kernel reads it. */
const isNumberedAlongX = ({ registers, position }: DeviceThread): boolean =>
  registers.every(
    ({ name, value }) => name !== '%tid.x' || (value.kind === 'integer' && value.value === BigInt(position.thread)),
  )

const partialIn = (threads: readonly DeviceThread[], lanes: Lanes): readonly PartialLaunch[] =>
  [...groupBy(threads, ({ position }) => position.kernel ?? '')].flatMap(([kernel, of]) => {
    const ctas = new Set(of.map(({ position }) => ctaName(position))).size
    return leftOut(kernel, lanes, { ctas, threads: of.length / ctas }) ?? []
  })
