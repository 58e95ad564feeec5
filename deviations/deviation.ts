/** A guarantee of the ISA that compilers or GPUs are known to break. */

import { termsOf } from '../litmus/condition.js'
import type { Instruction } from '../litmus/instruction.js'
import type { DeviceThread, Program } from '../litmus/program.js'
import type { Span } from '../source/text.js'

export interface Deviation {
  readonly name: string
  /** The compiler and the architecture on which it was observed. */
  readonly compiler: string
  readonly architecture: string
  /** The broken guarantee: a clause that is followed by places. */
  readonly what: string
  /** The page that has the evidence. */
  readonly page: string
  /**
   * Returns the instructions of a thread as the hardware keeps them, weaker than written, and the places of those that
   * it does not keep; no places if the thread has no such pattern. `observed` are the registers whose final values the
   * test mentions, and `program` is the test.
   */
  readonly weaken: (
    instructions: readonly Instruction[],
    observed: ReadonlySet<string>,
    program: Pick<Program, 'threads'>,
  ) => Weakened
}

interface Weakened {
  readonly instructions: readonly Instruction[]
  readonly places: readonly Span[]
}

/**
 * A deviation in a program: the program as the hardware keeps it, and the places of the instructions that it does not
 * keep.
 */
export interface Deviating {
  readonly deviation: Deviation
  readonly weaker: Program
  readonly places: readonly Span[]
}

/** Returns the program as the hardware keeps it; undefined if it has no such pattern. */
export function deviating(program: Program, deviation: Deviation): Deviating | undefined {
  const places = new Set<Span>()
  const known = new Map<readonly Instruction[], Weakened>()
  const weakened = (thread: DeviceThread, index: number): Weakened => {
    const observed = observedOf(program, index)
    // Threads of one launch share their instructions, and no question observes their registers.
    const before = observed.size === 0 ? known.get(thread.instructions) : undefined
    const now = before ?? deviation.weaken(thread.instructions, observed, program)
    if (observed.size === 0) known.set(thread.instructions, now)
    return now
  }
  const threads = program.threads.map((thread, index) => {
    if (thread.kind !== 'device') return thread
    const { instructions, places: own } = weakened(thread, index)
    for (const place of own) places.add(place)
    return own.length === 0 ? thread : { ...thread, instructions }
  })
  return places.size === 0 ? undefined : { deviation, weaker: { ...program, threads }, places: [...places] }
}

/** Returns the registers of a thread whose final values the test mentions. */
function observedOf({ questions, filter, observed }: Program, thread: number): ReadonlySet<string> {
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  const terms = [...conditions.flatMap(termsOf), ...observed]
  return new Set(terms.flatMap((one) => (one.kind === 'register' && one.thread === thread ? [one.name] : [])))
}
