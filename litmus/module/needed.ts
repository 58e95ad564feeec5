/** Compiled code without the computations that nothing needs, such as how long a loop backs off before it tries again. */

import type { Instruction } from '../instruction.js'
import { destinationOf, operandsOf } from '../operands.js'

/**
 * Removes instructions that only compute, and whose results no remaining access, fence, barrier or jump depends on. The
 * final registers of a compiled kernel are not observable.
 */
export function neededOf(instructions: readonly Instruction[]): readonly Instruction[] {
  const needed = neededRegisters(instructions)
  const left = instructions.filter((one) => !computesOnly(one) || needed.has(destinationOf(one) ?? ''))
  const without = withoutIdleGuards(left)
  return without.length === instructions.length ? instructions : neededOf(without)
}

/** The registers that what has effects reads, and those that these are computed from. */
function neededRegisters(instructions: readonly Instruction[]): ReadonlySet<string> {
  const read = (one: Instruction): readonly string[] =>
    operandsOf(one).flatMap((operand) => (operand.kind === 'register' ? [operand.name] : []))
  const sources = new Map<string, string[]>()
  for (const one of instructions) {
    const written = computesOnly(one) ? destinationOf(one) : undefined
    if (written !== undefined) sources.set(written, [...(sources.get(written) ?? []), ...read(one)])
  }
  const needed = new Set(instructions.flatMap((one) => (computesOnly(one) ? [] : read(one))))
  // A set grows while it is walked through.
  for (const register of needed) for (const source of sources.get(register) ?? []) needed.add(source)
  return needed
}

const computesOnly = ({ kind }: Instruction): boolean =>
  kind === 'arithmetic' || kind === 'set-predicate' || kind === 'unknown' || kind === 'active-mask'

/** Guards lead around nothing once what they guard is gone. */
const withoutIdleGuards = (instructions: readonly Instruction[]): readonly Instruction[] =>
  instructions.filter((one, i) => {
    const next = instructions[i + 1]
    return one.kind !== 'branch' || one.guards !== true || next?.kind !== 'label' || next.name !== one.target
  })
