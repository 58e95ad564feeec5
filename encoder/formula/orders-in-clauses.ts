/**
 * The lean encoding: the same executions as the plain one, which interprets `candidate` as written, with fewer and simpler formulas. What
 * it leaves out holds by construction of the choices, or follows from what is asserted anyway.
 */

import type { ChosenPair } from '../relations/chosen.js'
import type { Formula, FormulaBuilder } from './formula.js'

/** Lean is the cheap one; plain follows the definitions word for word and is the reference. */
export const encodingForms = ['lean', 'plain'] as const

export type EncodingForm = (typeof encodingForms)[number]

export interface StrictOrder {
  /** What holds exactly if the choices are strict partial orders, as clauses, which cost the solver no extra variables. */
  readonly clauses: readonly Formula[]
  /** Whether the formula follows, where the clauses hold, from two others: the step from a to c from those by way of b. */
  readonly follows: (conclusion: Formula, first: Formula, second: Formula) => boolean
}

/**
 * That the chosen pairs make a strict partial order (ISA 8.9.3, 8.9.6). Where a pair and its converse are each other's negation, as two
 * morally strong `fence.sc` are, the three clauses of a triangle in one sense are one clause: it is no cycle.
 */
export function strictOrder(pairs: readonly ChosenPair<Formula>[], { any, not, ff }: FormulaBuilder): StrictOrder {
  const from = new Map<number, Map<number, Formula>>()
  for (const [a, b, when] of pairs) from.set(a, (from.get(a) ?? new Map<number, Formula>()).set(b, when))
  const step = (a: number, b: number): Formula => from.get(a)?.get(b) ?? ff

  const clauses = new Set<Formula>()
  const conclusions = new Map<Formula, Map<Formula, Set<Formula>>>()
  const conclude = (first: Formula, second: Formula, conclusion: Formula): void => {
    const bySecond = conclusions.get(first) ?? new Map<Formula, Set<Formula>>()
    conclusions.set(first, bySecond)
    const known = bySecond.get(second) ?? new Set<Formula>()
    bySecond.set(second, known.add(conclusion))
  }
  for (const [a, b, first] of pairs) {
    for (const [c, second] of from.get(b) ?? []) {
      const conclusion = a === c ? ff : step(a, c)
      clauses.add(any([not(first), not(second), conclusion]))
      conclude(first, second, conclusion)
    }
  }
  return {
    clauses: [...clauses],
    follows: (conclusion, first, second) => {
      const known = conclusions.get(first)?.get(second)
      if (known === undefined) return false
      if (known.has(ff) || known.has(conclusion)) return true
      return conclusion.kind === 'or' && conclusion.of.some((one) => known.has(one))
    },
  }
}
