/**
 * Removes branches whose two paths do the same once unneeded code is gone, such as those in a loop that backs off: it
 * counts rounds, or reads the clock, to decide how long to sleep.
 */

import type { Instruction } from '../instruction.js'
import { destinationOf, operandsOf } from '../operands.js'

/**
 * Returns whether an instruction only computes: it accesses nothing, and its result does not depend on other threads.
 */
export const computesOnly = ({ kind }: Instruction): boolean =>
  kind === 'arithmetic' || kind === 'set-predicate' || kind === 'unknown' || kind === 'active-mask'

export const registersReadBy = (one: Instruction): readonly string[] =>
  operandsOf(one).flatMap((operand) => (operand.kind === 'register' ? [operand.name] : []))

/** Returns the registers that instructions with effects read, and those from which these are computed. */
export function neededRegisters(instructions: readonly Instruction[]): ReadonlySet<string> {
  const sources = new Map<string, string[]>()
  for (const one of instructions) {
    const written = computesOnly(one) ? destinationOf(one) : undefined
    if (written !== undefined) sources.set(written, [...(sources.get(written) ?? []), ...registersReadBy(one)])
  }
  const needed = new Set(instructions.flatMap((one) => (computesOnly(one) ? [] : registersReadBy(one))))
  // Iteration also reaches what is added meanwhile.
  for (const register of needed) for (const source of sources.get(register) ?? []) needed.add(source)
  return needed
}

/** Returns the registers whose values depend on other threads: the results of reads, and what is computed from them. */
export function fedByOthers(instructions: readonly Instruction[]): ReadonlySet<string> {
  const isFirst = (one: Instruction): boolean => !computesOnly(one) || one.kind === 'active-mask'
  const fed = new Set(instructions.flatMap((one) => (isFirst(one) ? (destinationOf(one) ?? []) : [])))
  for (let size = -1; size !== fed.size; ) {
    size = fed.size
    for (const one of instructions) {
      const written = destinationOf(one)
      if (written !== undefined && registersReadBy(one).some((register) => fed.has(register))) fed.add(written)
    }
  }
  return fed
}

/**
 * Returns the instructions without idle branches. Branches that depend on a read stay, since they order what comes
 * after them, whatever their paths do (ISA 8.10.4 is taken to mean syntactic dependencies here).
 */
export function withoutIdleBranches(instructions: readonly Instruction[]): readonly Instruction[] {
  const labels = new Map(instructions.flatMap((one, at) => (one.kind === 'label' ? [[one.name, at] as const] : [])))
  const fed = fedByOthers(instructions)
  // A branch back may make a loop endless.
  let idle: ReadonlySet<number> = new Set(
    instructions.flatMap((one, at) =>
      one.kind === 'branch' &&
      one.when !== undefined &&
      (labels.get(one.target) ?? 0) > at &&
      registersReadBy(one).every((name) => !fed.has(name))
        ? [at]
        : [],
    ),
  )
  // At first all count as idle. A branch stops counting as idle if its paths differ in what else they do.
  for (;;) {
    const needed = neededRegisters(instructions.filter((_, at) => !idle.has(at)))
    const isDone = (one: Instruction): boolean => !computesOnly(one) || needed.has(destinationOf(one) ?? '')
    /** Returns the next instruction from there on that is done; undefined if there never is one. */
    const next = (from: number): number | undefined => {
      const passed = new Set<number>()
      for (let at = from; !passed.has(at); ) {
        passed.add(at)
        const one = instructions[at]
        if (one === undefined) return at
        if (one.kind === 'branch' && one.when === undefined) at = labels.get(one.target) ?? instructions.length
        else if (one.kind === 'label' || idle.has(at) || !isDone(one)) at++
        else return at
      }
      return undefined
    }
    const parting = [...idle].filter((at) => {
      const one = instructions[at]
      const onward = next(at + 1)
      const there = one?.kind === 'branch' ? next(labels.get(one.target) ?? instructions.length) : undefined
      return onward === undefined || onward !== there
    })
    if (parting.length === 0) break
    idle = new Set([...idle].filter((at) => !parting.includes(at)))
  }
  return idle.size === 0 ? instructions : instructions.filter((_, at) => !idle.has(at))
}
