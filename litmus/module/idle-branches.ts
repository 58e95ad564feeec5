/**
 * Branches whose two ways do the same, once what nothing needs is gone: those of a loop that backs off, which counts rounds or looks at the clock to
 * decide how long it sleeps.
 */

import type { Instruction } from '../instruction.js'
import { destinationOf, operandsOf } from '../operands.js'

/** Returns whether an instruction only computes: it accesses nothing, and its result does not depend on other threads. */
export const computesOnly = ({ kind }: Instruction): boolean =>
  kind === 'arithmetic' || kind === 'set-predicate' || kind === 'unknown' || kind === 'active-mask'

export const registersReadBy = (one: Instruction): readonly string[] =>
  operandsOf(one).flatMap((operand) => (operand.kind === 'register' ? [operand.name] : []))

/** The registers that some instruction of these with effects reads, and those that these are computed from. */
export function neededRegisters(instructions: readonly Instruction[]): ReadonlySet<string> {
  const sources = new Map<string, string[]>()
  for (const one of instructions) {
    const written = computesOnly(one) ? destinationOf(one) : undefined
    if (written !== undefined) sources.set(written, [...(sources.get(written) ?? []), ...registersReadBy(one)])
  }
  const needed = new Set(instructions.flatMap((one) => (computesOnly(one) ? [] : registersReadBy(one))))
  // A set grows while it is walked through.
  for (const register of needed) for (const source of sources.get(register) ?? []) needed.add(source)
  return needed
}

/** The registers that hold what other threads decide about: what is read, and what is computed from it. */
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
 * Returns the instructions without idle branches. Those that depend on a read stay: a branch orders what comes after it, whatever its ways do (ISA
 * 8.10.4 goes by syntactic dependencies here).
 */
export function withoutIdleBranches(instructions: readonly Instruction[]): readonly Instruction[] {
  const labels = new Map(instructions.flatMap((one, at) => (one.kind === 'label' ? [[one.name, at] as const] : [])))
  const fed = fedByOthers(instructions)
  // A branch back may be what makes a loop endless.
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
  // All count as idle at first. Those whose ways part, in what else is done, do not.
  for (;;) {
    const needed = neededRegisters(instructions.filter((_, at) => !idle.has(at)))
    const isDone = (one: Instruction): boolean => !computesOnly(one) || needed.has(destinationOf(one) ?? '')
    /** The next instruction that is done from there on; undefined if none is, for ever. */
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
