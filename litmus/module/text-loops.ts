/** Loops in the text of compiled code, and the paths through them. */

import type { Instruction } from '../instruction.js'
import { destinationOf } from '../operands.js'
import { computesOnly } from './idle-branches.js'

/** A loop in the text of compiled code: from its label to the last branch back. */
export interface TextLoop {
  readonly head: string
  readonly from: number
  readonly to: number
}

/** Returns the loops, inner ones first. */
export function loopsOf(code: readonly Instruction[]): readonly TextLoop[] {
  const loops = code.flatMap((one, from): readonly TextLoop[] => {
    if (one.kind !== 'label') return []
    const to = code.findLastIndex((other, at) => at > from && other.kind === 'branch' && other.target === one.name)
    return to === -1 ? [] : [{ head: one.name, from, to }]
  })
  return loops.toSorted((a, b) => a.to - a.from - (b.to - b.from))
}

/** Returns the instructions of a loop. */
export const textOf = (code: readonly Instruction[], { from, to }: TextLoop): readonly Instruction[] =>
  code.slice(from, to + 1)

export const indexOf = (code: readonly Instruction[], label: string): number =>
  code.findIndex((one) => one.kind === 'label' && one.name === label)

/** Returns the instructions that may come after one. */
export function after(code: readonly Instruction[], at: number): readonly number[] {
  const one = code[at]
  if (one === undefined || one.kind === 'trap' || one.kind === 'refused') return []
  if (one.kind !== 'branch') return [at + 1]
  const there = indexOf(code, one.target)
  return one.when === undefined ? [there] : [there, at + 1]
}

/** Returns the instructions of a loop from which some path leads back to its label. */
export function leadingBack(code: readonly Instruction[], { from, to }: TextLoop): ReadonlySet<number> {
  const back = new Set([from])
  for (let size = 0; size !== back.size; ) {
    size = back.size
    for (let at = to; at > from; at--) if (after(code, at).some((next) => back.has(next))) back.add(at)
  }
  return back
}

/** Returns the computation that wrote a register last, in the text before an instruction. */
export function computationOf(code: readonly Instruction[], register: string, before: number): number | undefined {
  const at = code.findLastIndex((one, i) => i < before && destinationOf(one) === register)
  const one = code[at]
  return one !== undefined && computesOnly(one) ? at : undefined
}

/** Returns the indices of the instructions that a thread may come to. */
export function reachableIn(code: readonly Instruction[]): ReadonlySet<number> {
  const reached = new Set([0])
  // Iteration also reaches what is added meanwhile.
  for (const at of reached) for (const next of after(code, at)) reached.add(next)
  return reached
}
