/**
 * The kinds of instructions, and records over all of them: a new kind does not compile until each record has an entry
 * for it.
 */

import type { Instruction } from './instruction.js'

export type InstructionKind = Instruction['kind']

type Instructions = { readonly [K in InstructionKind]: Extract<Instruction, { readonly kind: K }> }

/** The instructions of one or several kinds. */
export type InstructionOf<K extends InstructionKind> = { [P in K]: { readonly kind: P } & Instructions[P] }[K]

/** A function for each kind, applied to instructions of that kind. */
export type ByKind<R, K extends InstructionKind = InstructionKind> = {
  readonly [P in K]: (instruction: InstructionOf<P>) => R
}

/**
 * Applies the function of the instruction's kind: many times as fast as patterns, which are tried one after the other.
 */
export function byKind<K extends InstructionKind, R>(functions: ByKind<R, K>, instruction: InstructionOf<K>): R {
  return functions[instruction.kind](instruction)
}
