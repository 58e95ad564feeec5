/** Finds where control flow leads from an instruction. */

import type { Instruction } from '../litmus/instruction.js'

/**
 * Returns the instructions that paths from an instruction reach, without that instruction itself. A path stops after an
 * instruction for which `ends` holds.
 */
export function reachedFrom(
  instructions: readonly Instruction[],
  from: number,
  ends: (one: Instruction) => boolean,
): readonly Instruction[] {
  const labels = new Map(instructions.flatMap((one, i) => (one.kind === 'label' ? [[one.name, i] as const] : [])))
  const seen = new Set<number>()
  const open = [from + 1]
  const reached: Instruction[] = []
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const one = instructions[at]
    if (one === undefined || seen.has(at)) continue
    seen.add(at)
    reached.push(one)
    if (ends(one) || one.kind === 'trap' || one.kind === 'refused') continue
    if (one.kind !== 'branch' || one.when !== undefined) open.push(at + 1)
    if (one.kind === 'branch') open.push(labels.get(one.target) ?? instructions.length)
  }
  return reached
}
