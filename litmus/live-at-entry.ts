/** Registers whose values a thread may still read. */

import { memoisedWeakly } from '../source/memoised-weakly.js'
import type { Instruction } from './instruction.js'
import { destinationOf, operandsOf } from './operands.js'

/**
 * Returns the registers that some path through the instructions reads before it writes them. Threads of one launch
 * share their instructions.
 */
export const liveAtEntry = (instructions: readonly Instruction[]): ReadonlySet<string> =>
  liveBefore(instructions)[0] ?? new Set()

/**
 * Returns the registers that are live before each instruction: some path from there reads them before it writes them.
 */
export const liveBefore: (instructions: readonly Instruction[]) => readonly ReadonlySet<string>[] =
  memoisedWeakly(liveBeforeEach)

function liveBeforeEach(instructions: readonly Instruction[]): readonly ReadonlySet<string>[] {
  const labels = new Map(instructions.flatMap((one, i) => (one.kind === 'label' ? [[one.name, i] as const] : [])))
  /** The registers that paths from each instruction read before they write them. Branches back need another pass. */
  const live = instructions.map((): ReadonlySet<string> => new Set())
  const after = (at: number): readonly (ReadonlySet<string> | undefined)[] => {
    const one = instructions[at]
    if (one?.kind === 'trap' || one?.kind === 'refused') return []
    if (one?.kind !== 'branch') return [live[at + 1]]
    const there = live[labels.get(one.target) ?? -1]
    return one.when === undefined ? [there] : [there, live[at + 1]]
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const [at, one] of [...instructions.entries()].toReversed()) {
      const now = new Set(after(at).flatMap((set) => [...(set ?? [])]))
      now.delete(destinationOf(one) ?? '')
      for (const operand of operandsOf(one)) if (operand.kind === 'register') now.add(operand.name)
      if (now.size !== live[at]?.size) [live[at], changed] = [now, true]
    }
  }
  return live
}
