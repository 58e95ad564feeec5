/** Finds the instructions that all lanes of a warp execute equally often, judging by the text. */

import type { Comparison } from '../condition.js'
import type { Instruction } from '../instruction.js'
import type { Operand } from '../operand.js'
import { destinationOf, operandsOf } from '../operands.js'
import { warpSize } from '../warp-size.js'
import { dependences } from './dependence.js'

/**
 * Decides whether the lanes of a warp execute the instruction at an index equally often: no branch that may differ
 * between them decides about it. `isFlat`: the CTA has one dimension, so that `%tid.x` divided by 32 numbers its warps.
 */
export function executedAlike(instructions: readonly Instruction[], isFlat: boolean): (at: number) => boolean {
  const deciding = dependences(instructions)
  const registers = new Set<string>(['%tid.x', '%tid.y', '%tid.z', '%laneid'])
  /** The registers that hold `%tid.x`. */
  const numbers = new Set<string>(isFlat ? ['%tid.x'] : [])
  const isAlike = (at: number): boolean => [...deciding(at)].every((branch) => !isSplit(instructions[branch]))
  const isSplit = (one: Instruction | undefined): boolean =>
    one?.kind === 'branch' && one.when !== undefined && compares(one.when.operator, one.when.left, one.when.right)
  /** Decides whether a comparison may differ between lanes: it may not if it tells warps apart. */
  const compares = (operator: Comparison | 'num' | 'nan', left: Operand, right: Operand): boolean => {
    if (![left, right].some((one) => mayDiffer(one))) return false
    if (!isIn(numbers, left) || right.kind !== 'integer') return true
    const first = operator === '<' || operator === '>=' ? right.value : right.value + 1n
    return operator === '==' || operator === '!=' || first % BigInt(warpSize) !== 0n
  }
  const mayDiffer = (one: Operand): boolean =>
    isIn(registers, one) || (one.kind === 'register' && one.name.startsWith('%lanemask'))
  /** Decides whether a result may differ between lanes. Values from memory, clocks and other lanes may. */
  const results = (one: Instruction): boolean => {
    if (one.kind === 'arithmetic') return operandsOf(one).some(mayDiffer) && !isWarp(one)
    if (one.kind !== 'set-predicate') return true
    const { operands, operator, combined } = one
    return compares(operator, ...operands) || (combined !== undefined && mayDiffer(combined.predicate))
  }
  /** Returns whether an instruction is `%tid.x >> 5`. */
  const isWarp = (one: Instruction): boolean => {
    if (one.kind !== 'arithmetic' || one.operation !== 'shr') return false
    const [value, by] = one.operands
    return value !== undefined && isIn(numbers, value) && by?.kind === 'integer' && by.value >= 5n
  }

  const writers = new Map<string, readonly number[]>()
  for (const [at, one] of instructions.entries()) {
    const destination = destinationOf(one)
    if (destination !== undefined) writers.set(destination, [...(writers.get(destination) ?? []), at])
  }
  for (let size = -1; size !== registers.size + numbers.size; ) {
    size = registers.size + numbers.size
    for (const [destination, all] of writers) {
      const written = all.flatMap((at) => instructions[at] ?? [])
      // The last of several writes may also differ.
      if (written.some(results) || (all.length > 1 && !all.every(isAlike))) registers.add(destination)
      const [only] = written
      const isCopy = only?.kind === 'arithmetic' && only.operation === 'mov' && written.length === 1
      if (isCopy && only.operands.every((one) => isIn(numbers, one))) numbers.add(destination)
    }
  }
  return isAlike
}

const isIn = (set: ReadonlySet<string>, operand: Operand): boolean =>
  operand.kind === 'register' && set.has(operand.name)
