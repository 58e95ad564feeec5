/** Which instructions all lanes of a warp execute equally often, as the text shows. */

import type { Comparison } from '../condition.js'
import type { Instruction, Operand } from '../instruction.js'
import { destinationOf, operandsOf } from '../operands.js'
import { warpSize } from '../position.js'

/**
 * Whether the lanes of a warp execute the instruction at an index equally often: it depends on no branch that may differ between them.
 * `isFlat`: the CTA has one dimension, so that `%tid.x` divided by 32 numbers its warps.
 */
export function executedAlike(instructions: readonly Instruction[], isFlat: boolean): (at: number) => boolean {
  const labels = new Map(instructions.flatMap((one, i) => (one.kind === 'label' ? [[one.name, i] as const] : [])))
  const next = (at: number): readonly number[] => {
    const one = instructions[at]
    if (one === undefined || one.kind === 'trap' || one.kind === 'refused') return []
    if (one.kind !== 'branch') return [at + 1]
    const target = labels.get(one.target) ?? instructions.length
    return one.when === undefined ? [target] : [at + 1, target]
  }
  const varies = varying(instructions, isFlat)
  const branches = instructions.flatMap((one, at) => (one.kind === 'branch' && one.when !== undefined ? [at] : []))

  /** Whether a way from one instruction leads to the end without another. */
  const avoids = (from: number, without: number): boolean => {
    const seen = new Set<number>()
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at >= instructions.length) return true
      if (at === without || seen.has(at)) continue
      seen.add(at)
      open.push(...next(at))
    }
    return false
  }
  /** Control dependence: the branch decides whether the instruction is executed, or once more. */
  const depends = (at: number, branch: number): boolean =>
    new Set(next(branch).map((successor) => avoids(successor, at))).size > 1

  const known = new Map<number, boolean>()
  const isAlike = (at: number): boolean => {
    const before = known.get(at)
    if (before !== undefined) return before
    // A loop depends on its own branch.
    known.set(at, true)
    const result = branches
      .filter((branch) => depends(at, branch))
      .every((branch) => !varies(instructions[branch]) && isAlike(branch))
    known.set(at, result)
    return result
  }
  return isAlike
}

/** Whether what an instruction reads may differ between lanes. */
function varying(instructions: readonly Instruction[], isFlat: boolean): (one: Instruction | undefined) => boolean {
  const registers = new Set<string>(['%tid.x', '%tid.y', '%tid.z', '%laneid'])
  /** The registers that hold `%tid.x`. */
  const numbers = new Set<string>(isFlat ? ['%tid.x'] : [])
  const isIn = (set: ReadonlySet<string>) => (operand: Operand) => operand.kind === 'register' && set.has(operand.name)
  const reads = (one: Instruction): boolean =>
    one.kind === 'branch' && one.when !== undefined
      ? comparedVaries(one.when.operator, one.when.left, one.when.right)
      : operandsOf(one).some((operand) => isIn(registers)(operand) || isMask(operand))
  /** Whether a comparison may differ: not if it tells warps apart. */
  const comparedVaries = (operator: Comparison | 'num' | 'nan', left: Operand, right: Operand): boolean => {
    if (![left, right].some(isIn(registers))) return false
    if (!isIn(numbers)(left) || right.kind !== 'integer') return true
    const first = operator === '<' || operator === '>=' ? right.value : right.value + 1n
    return operator === '==' || operator === '!=' || first % BigInt(warpSize) !== 0n
  }
  /** Whether the result may differ. What comes from memory, clocks and other lanes may. */
  const results = (one: Instruction): boolean => {
    if (one.kind === 'arithmetic') return reads(one) && !isWarp(one)
    if (one.kind !== 'set-predicate') return true
    const { operands, operator, combined } = one
    return comparedVaries(operator, ...operands) || (combined !== undefined && isIn(registers)(combined.predicate))
  }
  /** `%tid.x >> 5` */
  const isWarp = (one: Instruction): boolean =>
    one.kind === 'arithmetic' &&
    one.operation === 'shr' &&
    one.operands.slice(0, 1).every(isIn(numbers)) &&
    one.operands.slice(1).every((by) => by.kind === 'integer' && by.value >= 5n)
  const writers = new Map<string, number>()
  for (const one of instructions) {
    const destination = destinationOf(one)
    if (destination !== undefined) writers.set(destination, (writers.get(destination) ?? 0) + 1)
  }
  for (let size = -1; size !== registers.size + numbers.size; ) {
    size = registers.size + numbers.size
    for (const one of instructions) {
      const destination = destinationOf(one)
      if (destination === undefined) continue
      if (results(one)) registers.add(destination)
      const isCopy = one.kind === 'arithmetic' && one.operation === 'mov' && one.operands.every(isIn(numbers))
      if (isCopy && writers.get(destination) === 1) numbers.add(destination)
    }
  }
  return (one) => one !== undefined && reads(one)
}

/** A special register of masks, which differs between lanes. */
const isMask = (operand: Operand): boolean => operand.kind === 'register' && operand.name.startsWith('%lanemask')
