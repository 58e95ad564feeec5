/** The CUDA C++ of the instructions of events. */

import type { EventGraph } from '../encoder/events/graph/event.js'
import type { Instruction } from '../litmus/instruction.js'
import { isCuda } from '../litmus/instructions/cuda.js'
import { namesInCuda } from '../litmus/instructions/cuda-names.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import type { IdleFence } from '../races/idle-fence.js'
import { instructionText } from '../repair/instruction-text.js'
import { must } from '../source/must.js'
import { type Span, writtenAt } from '../source/text.js'
import { originOf } from '../witness/event.js'
import type { ForbiddingSet } from './explain.js'

/** A PTX instruction, and the function from which nvcc makes it. */
export interface InCuda {
  readonly ptx: string
  readonly cuda: string
}

/**
 * Returns the instructions of those events, each once, in their order: those of compiled kernels, and those that a test
 * writes in CUDA C++. Ordinary accesses have no function.
 */
export function inCuda({ events, program }: EventGraph, ids: readonly number[]): readonly InCuda[] {
  const named = ids.flatMap((id): readonly InCuda[] => {
    const event = must(events[id], 'an event that is shown')
    const { thread, instruction } = originOf(event, program) ?? {}
    if (thread?.kind !== 'device' || instruction === undefined || event.origin === undefined) return []
    if (isCompiled(thread)) {
      const [cuda] = namesInCuda(instruction, 'compiled')
      return cuda === undefined ? [] : [{ ptx: shortText(instruction, cuda), cuda }]
    }
    return isCuda(writtenAt(instruction.span)) ? [callAround(instruction, event.origin.thread, program)] : []
  })
  return [...new Map(named.map((one) => [`${one.ptx} ${one.cuda}`, one])).values()]
}

/**
 * Returns the call from which an instruction comes, with all its PTX: a fence may come from the memory order of the
 * call.
 */
function callAround({ span }: Instruction, thread: number, program: Program): InCuda {
  const { instructions } = threadAt(program.threads, thread)
  const includes = (outer: Span, inner: Span): boolean =>
    outer.source === inner.source && outer.start <= inner.start && inner.end <= outer.end
  const around = instructions.map((one) => one.span).filter((one) => includes(one, span))
  const [whole = span] = around.toSorted((a, b) => b.end - b.start - (a.end - a.start))
  const parts = instructions.filter(({ kind, span }) => kind !== 'label' && kind !== 'branch' && includes(whole, span))
  return {
    ptx: parts.map((one) => instructionText(one, thread, program)).join('; '),
    cuda: writtenAt(whole),
  }
}

/**
 * Returns the instruction as written. Operands mean nothing to the author of the source where the CUDA C++ leaves its
 * arguments out, nor do those of an access.
 */
function shortText(instruction: Instruction, cuda: string): string {
  const text = writtenAt(instruction.span).replace(/^@\S+ /, '')
  return 'address' in instruction || cuda.endsWith('(…)') ? text.replace(/ .*/, '') : text
}
/** Returns the events of the chains that sets of axioms object to. */
export const chained = (sets: readonly ForbiddingSet[]): readonly number[] =>
  sets.flatMap(({ objections }) => objections.flatMap(({ chain }) => chain.flatMap(({ from, to }) => [from, to])))

/** Returns all events, which the picture of an execution shows. */
export const eventsOf = ({ events }: EventGraph): readonly number[] => events.map(({ id }) => id)

/** Returns the events that a text names: those of the execution that it shows, and the fences that do not count. */
export const namedEvents = (
  graph: EventGraph,
  idle: readonly IdleFence[],
  isShown: (event: number) => boolean,
): readonly number[] => eventsOf(graph).filter((id) => isShown(id) || idle.some(({ fence }) => fence === id))
