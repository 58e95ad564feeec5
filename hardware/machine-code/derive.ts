/** Derives from tests that a GPU has run what machine code must do between a read that synchronises and a later access. */

import { type Assembled, missingWaits } from './check.js'
import type { MachineInstruction } from './disassembly.js'
import { effectOf, invalidates } from './opcodes.js'

/** A thread, its machine code, and whether a GPU has shown a state that the model forbids. */
export interface Evidence {
  /** The test, as `dead-result.test#1`. */
  readonly test: string
  readonly thread: Assembled
  readonly code: readonly MachineInstruction[]
  readonly wrong: boolean
}

type Judged = Pick<Evidence, 'thread' | 'code'>

/** A rule that could be the one of the hardware: whether it holds of machine code. */
export interface Candidate {
  readonly name: string
  readonly holds: (judged: Judged) => boolean
}

/** The candidates, the weakest first. */
export const candidates: readonly Candidate[] = [
  { name: 'the order of the instructions is enough', holds: () => true },
  {
    name: 'a result is needed, so that a later instruction can wait for it',
    holds: ({ code }) => code.every((one) => !effectOf(one).reads || one.control.writes !== undefined),
  },
  { name: 'the L1 cache is emptied before the later access', holds: ({ code }) => code.some(invalidates) },
  {
    name: 'the read has come back before the later access begins',
    holds: ({ thread, code }) => missingWaits(thread, code, new Set(['synchronising-read'])).length === 0,
  },
]

/**
 * Returns the weakest candidate that holds of every thread that the GPU has shown to be right, and of none that it has
 * shown to be wrong; undefined if there is none.
 */
export const derivedFrom = (evidence: readonly Evidence[]): Candidate | undefined =>
  candidates.find(({ holds }) => evidence.every((one) => holds(one) !== one.wrong))
