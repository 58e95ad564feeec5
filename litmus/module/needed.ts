/** Compiled code without the computations that nothing needs, such as how long a loop backs off before it tries again. */

import type { Instruction } from '../instruction.js'
import { destinationOf } from '../operands.js'
import { computesOnly, neededRegisters, withoutIdleBranches } from './idle-branches.js'

/**
 * Removes instructions that only compute, and whose results no remaining access, fence, barrier or jump depends on, and branches whose ways then do
 * the same. The final registers of a compiled kernel are not observable.
 */
export function neededOf(instructions: readonly Instruction[]): readonly Instruction[] {
  const needed = neededRegisters(instructions)
  const left = instructions.filter((one) => !computesOnly(one) || needed.has(destinationOf(one) ?? ''))
  const without = withoutIdleBranches(withoutIdleGuards(left))
  return without.length === instructions.length ? instructions : neededOf(without)
}

/** Guards lead around nothing once what they guard is gone. */
const withoutIdleGuards = (instructions: readonly Instruction[]): readonly Instruction[] =>
  instructions.filter((one, i) => {
    const next = instructions[i + 1]
    return one.kind !== 'branch' || one.guards !== true || next?.kind !== 'label' || next.name !== one.target
  })
