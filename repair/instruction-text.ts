/** Instructions as PTX, with the names that their threads have for memory. */

import { asWritten, declaredName } from '../litmus/instances.js'
import type { Instruction } from '../litmus/instruction.js'
import { printInstruction } from '../litmus/instructions/print.js'
import type { Program } from '../litmus/program.js'

/** Returns the instruction as its thread writes it, in the words of PTX. */
export function instructionText(instruction: Instruction, thread: number, program: Program): string {
  const { format } = program
  const isMemory = (name: string): boolean => program.variables.some((one) => declaredName(one) === name)
  return printInstruction(asWritten(instruction, thread, program, format), format, isMemory)
}
