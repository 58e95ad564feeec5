/**
 * The conditions of a loop in compiled code: which comparisons decide whether a thread stays in it, alone or together
 * with others.
 */

import type { Instruction } from '../instruction.js'
import type { Arithmetic } from '../instructions/register-instructions.js'
import { liveBefore } from '../live-at-entry.js'
import { type Operand, predicateType } from '../operand.js'
import { destinationOf } from '../operands.js'
import { computesOnly, registersReadBy } from './idle-branches.js'
import { computationOf, indexOf, leadingBack, type TextLoop, textOf } from './text-loops.js'
import { isPredicate } from './timed-values.js'

/** Returns the code in which each comparison that is combined with a predicate, `setp.lt.and`, is two instructions. */
export const separated = (code: readonly Instruction[]): readonly Instruction[] =>
  code.flatMap((one): readonly Instruction[] => {
    if (one.kind !== 'set-predicate' || one.combined === undefined || one.positive !== undefined) return [one]
    const { combined, span, ...comparison } = one
    const [destination, other] = [`${one.destination}, compared`, `${one.destination}, negated`]
    const with_ = (operation: Arithmetic['operation'], to: string, operands: readonly Operand[]): Instruction => ({
      ...{ kind: 'arithmetic', operation, destination: to, operands, type: predicateType, span },
    })
    const register = (name: string): Operand => ({ kind: 'register', name, span })
    return [
      { ...comparison, destination, span },
      ...(combined.negated ? [with_('not', other, [combined.predicate])] : []),
      with_(combined.operation, one.destination, [
        register(destination),
        combined.negated ? register(other) : combined.predicate,
      ]),
    ]
  })

/** A branch at which a thread stays in a loop or leaves it, and whether it stays by taking the branch. */
interface StayingBranch {
  readonly at: number
  readonly stays: boolean
}

/**
 * Returns the branches that may leave a loop, and the results of comparisons, by their places, in the rounds in which
 * the thread stays.
 */
export function stayingRounds(
  code: readonly Instruction[],
  loop: TextLoop,
): { readonly branches: readonly StayingBranch[]; readonly assumed: ReadonlyMap<number, bigint> } {
  const back = leadingBack(code, loop)
  const branches = textOf(code, loop).flatMap((one, i): readonly StayingBranch[] => {
    if (one.kind !== 'branch' || one.when === undefined) return []
    const at = loop.from + i
    const [there, onward] = [back.has(indexOf(code, one.target)), back.has(at + 1)]
    return there === onward || !back.has(at) ? [] : [{ at, stays: there }]
  })
  const assumed = new Map<number, bigint>()
  const assume = (operand: Operand | undefined, value: bigint, before: number): void => {
    if (operand?.kind !== 'register') return
    const at = computationOf(code, operand.name, before)
    const one = at === undefined ? undefined : code[at]
    if (at === undefined || at < loop.from || one === undefined) return
    if (one.kind === 'set-predicate') assumed.set(at, value)
    if (one.kind !== 'arithmetic' || !isPredicate(one.type)) return
    const { operation, operands } = one
    if ((operation === 'and' && value === 1n) || (operation === 'or' && value === 0n) || operation === 'mov')
      for (const each of operands) assume(each, value, at)
    if (operation === 'not') assume(operands[0], 1n - value, at)
  }
  for (const { at, stays } of branches) {
    const condition = conditionOf(code[at])
    if (condition !== undefined) assume(condition.operand, stays === condition.whenTrue ? 1n : 0n, at)
  }
  return { branches, assumed }
}

/** Returns the predicate of a branch; guards compare it with 0. */
function conditionOf(
  branch: Instruction | undefined,
): { readonly operand: Operand; readonly whenTrue: boolean } | undefined {
  if (branch?.kind !== 'branch' || branch.when === undefined) return undefined
  const { operator, left, right } = branch.when
  if (right.kind !== 'integer' || right.value !== 0n) return undefined
  return operator === '==' || operator === '!=' ? { operand: left, whenTrue: operator === '!=' } : undefined
}

/** Returns the comparisons on which a branch depends, by their places. */
export function comparisonsAt(code: readonly Instruction[], branch: number): readonly number[] {
  const of = (operand: Operand, before: number): readonly number[] => {
    const at = operand.kind === 'register' ? computationOf(code, operand.name, before) : undefined
    const one = at === undefined ? undefined : code[at]
    if (at === undefined || one === undefined) return []
    if (one.kind === 'set-predicate') return [at]
    return one.kind === 'arithmetic' && isPredicate(one.type) ? one.operands.flatMap((each) => of(each, at)) : []
  }
  const condition = conditionOf(code[branch])
  return condition === undefined ? [] : of(condition.operand, branch)
}

/** Returns whether a branch is taken, given the results of some comparisons; undefined if they do not decide. */
export function truthAt(
  code: readonly Instruction[],
  branch: number,
  results: ReadonlyMap<number, bigint>,
): boolean | undefined {
  const of = (operand: Operand | undefined, before: number): boolean | undefined => {
    if (operand?.kind !== 'register') return operand?.kind === 'integer' ? operand.value !== 0n : undefined
    const at = computationOf(code, operand.name, before)
    const one = at === undefined ? undefined : code[at]
    if (at === undefined || one === undefined) return undefined
    const result = results.get(at)
    if (result !== undefined) return result !== 0n
    if (one.kind !== 'arithmetic' || !isPredicate(one.type)) return undefined
    const [a, b] = one.operands.map((each) => of(each, at))
    switch (one.operation) {
      case 'and':
        return a === false || b === false ? false : a === undefined || b === undefined ? undefined : true
      case 'or':
        return a || b ? true : a === undefined || b === undefined ? undefined : false
      case 'not':
        return a === undefined ? undefined : !a
      case 'mov':
        return a
      default:
        return undefined
    }
  }
  const condition = conditionOf(code[branch])
  const value = condition && of(condition.operand, branch)
  return value === undefined ? undefined : value === condition?.whenTrue
}

/**
 * Returns whether a comparison in a loop depends on a clock that each round reads, or on what a round leaves to the
 * next. That must not depend on what is read, except for the assumed comparisons.
 */
export function isTimed(
  code: readonly Instruction[],
  loop: TextLoop,
  comparison: number,
  assumed: ReadonlyMap<number, bigint>,
): boolean {
  const text = textOf(code, loop)
  const before = liveBefore(text)[0] ?? new Set()
  const carried = new Set(text.flatMap((one) => destinationOf(one) ?? []).filter((name) => before.has(name)))
  /** Returns what computes registers in the loop, without what computes assumed comparisons. */
  const sourcesOf = (registers: readonly string[]): readonly Instruction[] => {
    const names = new Set(registers)
    // Iteration also reaches what is added meanwhile.
    for (const name of names)
      for (const [i, one] of text.entries())
        if (destinationOf(one) === name && computesOnly(one) && !assumed.has(loop.from + i))
          for (const source of registersReadBy(one)) names.add(source)
    return text.filter((one) => names.has(destinationOf(one) ?? ''))
  }
  const one = code[comparison]
  const compared = one === undefined ? [] : registersReadBy(one)
  const sources = sourcesOf(compared)
  const counts = sources.map((each) => destinationOf(each) ?? '').filter((name) => carried.has(name))
  const isClock = (each: Instruction): boolean => each.kind === 'unknown' && each.clock !== undefined
  return (sources.some(isClock) || counts.length > 0) && sourcesOf(counts).every(computesOnly)
}
