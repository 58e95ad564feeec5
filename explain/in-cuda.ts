/** What the instructions of events are in CUDA C++. */

import type { EventGraph } from '../encoder/events/event.js'
import type { Instruction } from '../litmus/instruction.js'
import { namesInCuda } from '../litmus/instructions/cuda-names.js'
import { isCompiled } from '../litmus/program.js'
import { must } from '../source/must.js'
import { writtenAt } from '../source/text.js'
import { originOf } from '../witness/event.js'
import type { ForbiddingSet } from './explain.js'

/** An instruction of PTX, and the function of which nvcc makes it. */
export interface InCuda {
  readonly ptx: string
  readonly cuda: string
}

/** The instructions of those events, each once, in their order. Ordinary accesses have no function, and tests in PTX name none. */
export function inCuda({ events, program }: EventGraph, ids: readonly number[]): readonly InCuda[] {
  const named = ids.flatMap((id): readonly InCuda[] => {
    const { thread, instruction } = originOf(must(events[id], 'an event that is shown'), program) ?? {}
    if (thread === undefined || instruction === undefined || !isCompiled(thread)) return []
    const [cuda] = namesInCuda(instruction, 'compiled')
    return cuda === undefined ? [] : [{ ptx: shortText(instruction), cuda }]
  })
  return [...new Map(named.map((one) => [`${one.ptx} ${one.cuda}`, one])).values()]
}

/** The instruction as written; an access without its operands, which say nothing to the author of the source. */
function shortText(instruction: Instruction): string {
  const text = writtenAt(instruction.span).replace(/^@\S+ /, '')
  return 'address' in instruction ? text.replace(/ .*/, '') : text
}

/** The events of the chains that sets of axioms object to. */
export const chained = (sets: readonly ForbiddingSet[]): readonly number[] =>
  sets.flatMap(({ objections }) => objections.flatMap(({ chain }) => chain.flatMap(({ from, to }) => [from, to])))

/** All events, which the picture of an execution shows. */
export const eventsOf = ({ events }: EventGraph): readonly number[] => events.map(({ id }) => id)
