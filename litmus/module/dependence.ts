/** Control dependence: the branches that decide whether an instruction is executed, and how often. */

import type { Instruction } from '../instruction.js'

/**
 * Returns the indices of the branches that decide about the instruction at an index, directly or through others
 * (Ferrante, Ottenstein and Warren, TOPLAS 1987). Paths that do not end do not count.
 */
export function dependences(instructions: readonly Instruction[]): (at: number) => ReadonlySet<number> {
  const labels = new Map(instructions.flatMap((one, i) => (one.kind === 'label' ? [[one.name, i] as const] : [])))
  const next = (at: number): readonly number[] => {
    const one = instructions[at]
    if (one === undefined || one.kind === 'trap' || one.kind === 'refused') return []
    if (one.kind !== 'branch') return [at + 1]
    const target = labels.get(one.target) ?? instructions.length
    return one.when === undefined ? [target] : [at + 1, target]
  }
  const branches = instructions.flatMap((one, at) => (one.kind === 'branch' && one.when !== undefined ? [at] : []))

  /** Decides whether a path from one instruction leads to the end without another. */
  const avoids = (from: number, without: number): boolean => {
    const seen = new Set<number>()
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at >= instructions.length) return true
      if (at === without || seen.has(at)) continue
      seen.add(at)
      for (const one of next(at)) open.push(one)
    }
    return false
  }
  const direct = new Map<number, readonly number[]>()
  const directAt = (at: number): readonly number[] => {
    const known = direct.get(at)
    if (known !== undefined) return known
    const found = branches.filter((one) => new Set(next(one).map((successor) => avoids(successor, at))).size > 1)
    direct.set(at, found)
    return found
  }
  return (at) => {
    const all = new Set(directAt(at))
    // The loop also visits added elements.
    for (const branch of all) for (const other of directAt(branch)) all.add(other)
    return all
  }
}
