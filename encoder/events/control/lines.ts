/** The lines of a thread. */

import type { Instruction } from '../../../litmus/instruction.js'
import type { Branch } from '../../../litmus/instructions/control.js'
import type { Span } from '../../../source/text.js'
import type { Loop } from '../graph/loop.js'

/**
 * A line of a thread. Loops are nested; all other jumps lead forward, or out of a loop, or back to the head of a
 * surrounding loop.
 */
export type Line = Label | Perform | Jump | LoopLine

/** A line before loops are assembled. */
export type FlatLine = Exclude<Line, LoopLine>

export interface Label {
  readonly kind: 'label'
  readonly name: string
  readonly span: Span
}

export interface Perform {
  readonly kind: 'perform'
  readonly instruction: Exclude<Instruction, { kind: 'label' | 'branch' }>
  /** Its index among the thread's instructions. */
  readonly index: number
}

export interface Jump {
  readonly kind: 'jump'
  readonly when: Branch['when']
  readonly target: string
  /** The registers that guarded instructions write, for a jump around them. */
  readonly guards: readonly string[] | undefined
}

export interface LoopLine {
  readonly kind: 'loop'
  readonly loop: Loop
  /** The lines after its label, up to the last branch back. */
  readonly body: readonly Line[]
  /** The jumps that may end it, each with the registers that decide it. */
  readonly tests: readonly {
    readonly jump: Jump
    readonly registers: ReadonlySet<string>
    /**
     * True if it depends on a value that differs in each round, such as the time: then it may have another outcome in
     * the next one.
     */
    readonly varies: boolean
  }[]
  /** True if it has barriers that count as present even for a thread that does not reach them. */
  readonly hasBarriers: boolean
}
