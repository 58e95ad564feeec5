/** Rows of mnemonics: the effect of an instruction, the section of the ISA, and why the model lacks it. */

import { beginsWith } from './opcodes.js'

type Section =
  | 'Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions'
  | 'Asynchronous Copy'
  | 'Comparison and Selection Instructions'
  | 'Control Flow Instructions'
  | 'Data Movement and Conversion Instructions'
  | 'Floating Point Instructions'
  | 'Integer Arithmetic Instructions'
  | 'Logic and Shift Instructions'
  | 'Miscellaneous Instructions'
  | 'Parallel Synchronization and Communication Instructions'
  | 'Surface Instructions'
  | 'TensorCore 5th Generation Family Instructions'
  | 'Texture Instructions'

/** The effect of an instruction, in a sentence, and the title of a section of the PTX ISA. */
export interface Described {
  readonly does: string
  readonly section: Section
}

export interface Row {
  /** The starts of mnemonics, in whole words, as an editor offers them. */
  readonly names: readonly string[]
  readonly described?: Described
  /** The reason why a mnemonic that no reader takes is not modelled. A test that uses it is refused. */
  readonly refused?: string
  /** True if the first operand is a register that the instruction writes, and the opcode alone does not say so. */
  readonly returns?: true
}

/**
 * Makes rows of instructions that a section of the ISA describes: their names, with blanks between them, and what they
 * do.
 */
export const describedIn =
  (section: Section) =>
  (names: string, does: string, more: Partial<Row> = {}): Row => ({
    names: names.split(' '),
    described: { does, section },
    ...more,
  })

export const asyncCopyRow = describedIn('Asynchronous Copy')
export const matrixRow = describedIn('Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions')
export const tensorRow = describedIn('TensorCore 5th Generation Family Instructions')
export const movementRow = describedIn('Data Movement and Conversion Instructions')
export const synchronisationRow = describedIn('Parallel Synchronization and Communication Instructions')

/** Returns a row of instructions that are not modelled, and why. */
export const refusedRow = (names: string, why: string): Row => ({ names: names.split(' '), refused: why })

/** Marks rows whose first operand is a register that the instruction writes. */
export const returns = { returns: true } as const

/** Returns whether a mnemonic begins with the name of a row, in whole words. */
export const isNamed = (mnemonic: string, name: string): boolean =>
  beginsWith(mnemonic, name) || mnemonic.startsWith(`${name}::`)
