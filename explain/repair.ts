/** Changes of a program, and the program with them made. */

import type { Within } from '../encoder/decide/verdict.js'
import { enqueued } from '../litmus/host/link.js'
import type { Call, Fence, Instruction, ProxyFence } from '../litmus/instruction.js'
import { type Program, type Thread, writtenThreads } from '../litmus/program.js'

export interface Repair {
  readonly thread: number
  /** The index of the instruction that it changes, or before which it puts one; the number of instructions at the end. */
  readonly at: number
  readonly change:
    | { readonly kind: 'insert'; readonly instruction: Fence | ProxyFence | Call }
    | { readonly kind: 'replace'; readonly instruction: Instruction; readonly what: What }
    | { readonly kind: 'swap' }
}

/** Changes that forbid an outcome together; `within`, where they do so only as far as loops are gone through. */
export interface Mending {
  readonly changes: readonly Repair[]
  readonly within: Within | undefined
}

/** In what an instruction becomes stronger: its order, its scope, the path by which it reads, the stream of a call. */
export type What = 'order' | 'scope' | 'path' | 'stream'

/** The program with the changes made, from the end of each thread to its start; of two at one place the first comes first. */
export function applied(program: Program, repairs: readonly Repair[]): Program {
  const threads = program.threads.map((thread, i): Thread => {
    const own = repairs
      .filter((one) => one.thread === i)
      .toReversed()
      .toSorted((a, b) => b.at - a.at)
    return { ...thread, instructions: own.reduce(changed, thread.instructions) }
  })
  if (program.host === undefined) return { ...program, threads }
  return { ...program, ...enqueued(writtenThreads({ ...program, threads }), program.variables) }
}

function changed(instructions: readonly Instruction[], { at, change }: Repair): readonly Instruction[] {
  switch (change.kind) {
    case 'insert':
      return [...instructions.slice(0, at), change.instruction, ...instructions.slice(at)]
    case 'replace':
      return instructions.map((one, i) => (i === at ? change.instruction : one))
    case 'swap':
      return instructions.flatMap((one, i) => {
        const [next, before] = [instructions[at + 1], instructions[at]]
        if (i === at && next !== undefined) return [next]
        return i === at + 1 && before !== undefined ? [before] : [one]
      })
  }
}
