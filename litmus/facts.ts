/** The facts about kinds of instructions that concern memory and other threads. */

import type { Instruction } from './instruction.js'
import type { KindFacts } from './instructions/definition.js'
import { definitions } from './instructions/definitions.js'
import type { InstructionKind } from './kinds.js'

/** Returns how instructions of the kind concern memory and other threads. */
export const factsOf = ({ kind }: { readonly kind: InstructionKind }): KindFacts => definitions[kind].facts

/** Returns whether the instruction concerns asynchronous operations: it issues one, waits for one, or orders it. */
export const concernsAsynchrony = (instruction: Instruction): boolean =>
  ['asynchronous', 'async fence', 'tensor map'].includes(factsOf(instruction).family)
