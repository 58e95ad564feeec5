/** Finds the branches that depend on what an instruction returns. */

import type { Instruction } from '../litmus/instruction.js'
import { operandsOf } from '../litmus/operands.js'

/**
 * Returns a function that decides whether an instruction is a branch that depends on a register of the thread, or on a
 * value computed from it.
 */
export function asking(
  instructions: readonly Instruction[],
  register: string | undefined,
): (one: Instruction) => boolean {
  const answers = new Set(register === undefined ? [] : [register])
  const depends = (one: Instruction): boolean =>
    operandsOf(one).some((operand) => operand.kind === 'register' && answers.has(operand.name))
  for (let size = -1; size !== answers.size; ) {
    size = answers.size
    for (const one of instructions) {
      const destination = one.kind === 'arithmetic' || one.kind === 'set-predicate' ? one.destination : undefined
      if (destination !== undefined && depends(one)) answers.add(destination)
    }
  }
  return (one) => one.kind === 'branch' && depends(one)
}
