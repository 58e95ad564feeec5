/**
 * Proofs in the format LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, CADE 2017): each step adds a clause,
 * and names the clauses from which unit propagation refutes its negation.
 */

import type { Clause } from '../encoder/formula/gates.js'
import { must } from '../source/must.js'
import { propagation } from './propagation.js'

/** A clause that follows. Clauses have the numbers from 1 on: first those of the problem, then each step's. */
export interface Step {
  readonly id: number
  readonly clause: Clause
  /** The clauses that become unit in turn; the last is violated. */
  readonly hints: readonly number[]
}

/**
 * Returns the steps that lead from clauses to the empty one, without those that it does not need; undefined if a
 * learned clause does not follow by unit propagation, or the empty one does not.
 */
export function lratOf(
  variables: number,
  clauses: readonly Clause[],
  learned: Iterable<Clause>,
): readonly Step[] | undefined {
  const known = propagation(variables)
  for (const clause of clauses) known.add(clause)
  const steps: { readonly clause: Clause; readonly hints: readonly number[] }[] = []
  const isRefuted = (): boolean => {
    const hints = known.refute([])
    if (hints !== undefined) steps.push({ clause: [], hints })
    return hints !== undefined
  }
  let isOver = isRefuted()
  if (!isOver)
    for (const clause of learned) {
      const hints = known.refute(clause)
      if (hints === undefined) return undefined
      steps.push({ clause, hints })
      known.add(clause)
      isOver = isRefuted()
      if (isOver) break
    }
  if (!isOver) return undefined

  // Only what the empty clause needs remains.
  const needed = new Set<number>([steps.length - 1])
  for (let i = steps.length - 1; i >= 0; i--)
    if (needed.has(i))
      for (const hint of must(steps[i], 'a step').hints) if (hint >= clauses.length) needed.add(hint - clauses.length)
  const numbers = new Map<number, number>()
  const numberOf = (hint: number): number =>
    hint < clauses.length ? hint + 1 : must(numbers.get(hint - clauses.length), 'the number of an earlier step')
  return steps.flatMap(({ clause, hints }, i) => {
    if (!needed.has(i)) return []
    const id = clauses.length + numbers.size + 1
    const step = { id, clause, hints: hints.map(numberOf) }
    numbers.set(i, id)
    return [step]
  })
}

/** Writes the steps, a line each. */
export const lratText = (steps: readonly Step[]): string =>
  steps.map(({ id, clause, hints }) => `${[id, ...clause, 0, ...hints, 0].join(' ')}\n`).join('')
