/** What kinds of instructions there are, and records over all of them: a kind that is added does not compile until each says its own. */

import type { Instruction } from './instruction.js'
import type { KindFacts } from './instructions/definition.js'
import { definitions } from './instructions/definitions.js'

export type InstructionKind = Instruction['kind']

type Instructions = { readonly [K in InstructionKind]: Extract<Instruction, { readonly kind: K }> }

/** The instructions of one kind, or of some. */
export type InstructionOf<K extends InstructionKind> = { [P in K]: { readonly kind: P } & Instructions[P] }[K]

/** A function for each kind, of what the kind's instructions have. */
export type ByKind<R, K extends InstructionKind = InstructionKind> = {
  readonly [P in K]: (instruction: InstructionOf<P>) => R
}

/** Applies the function of the instruction's kind: many times as fast as patterns, which are tried one after the other. */
export function byKind<K extends InstructionKind, R>(functions: ByKind<R, K>, instruction: InstructionOf<K>): R {
  return functions[instruction.kind](instruction)
}

/** What instructions of the kind have to do with memory and with other threads. */
export const factsOf = ({ kind }: { readonly kind: InstructionKind }): KindFacts => definitions[kind].facts

/** Whether the instruction is one of asynchronous operations: it issues one, waits for one, or orders it. */
export const concernsAsynchrony = (instruction: Instruction): boolean =>
  ['asynchronous', 'async fence', 'tensor map'].includes(factsOf(instruction).family)
