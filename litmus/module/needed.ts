/**
 * Removes computations from compiled code that nothing needs, such as how long a loop backs off before it tries again.
 */

import type { Instruction } from '../instruction.js'
import { destinationOf } from '../operands.js'
import { computesOnly, neededRegisters, withoutIdleBranches } from './idle-branches.js'

/**
 * Removes instructions that only compute something on which no remaining access, fence, barrier or jump depends, and
 * branches whose paths then do the same. The final registers of a compiled kernel are not observable.
 */
export function neededOf(instructions: readonly Instruction[]): readonly Instruction[] {
  const needed = neededRegisters(instructions)
  const left = instructions.filter((one) => !computesOnly(one) || needed.has(destinationOf(one) ?? ''))
  const without = withoutIdleBranches(withoutIdleGuards(left))
  return without.length === instructions.length ? instructions : neededOf(without)
}

/** Removes guards that skip nothing, since what they guard is gone. */
const withoutIdleGuards = (instructions: readonly Instruction[]): readonly Instruction[] =>
  instructions.filter((one, i) => {
    const next = instructions[i + 1]
    return one.kind !== 'branch' || one.guards !== true || next?.kind !== 'label' || next.name !== one.target
  })
