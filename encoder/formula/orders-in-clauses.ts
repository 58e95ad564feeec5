/**
 * The lean encoding: the same executions as the plain one, which interprets `candidate` as written, with fewer and
 * simpler formulas. What it leaves out holds by construction of the choices, or follows from what is asserted anyway.
 */

import { groupBy } from '../../source/group.js'
import type { ChosenPair } from '../relations/chosen.js'
import type { Formula, FormulaBuilder } from './formula.js'
import { type Lazy, lazilyTransitive } from './lazily.js'

export interface StrictOrder {
  /** Clauses that hold if the choices are strict partial orders, and that cost the solver no extra variables. */
  readonly clauses: readonly Formula[]
  /** Further clauses that make them strict partial orders. */
  readonly lazily: readonly Lazy[]
  /**
   * Returns whether the formula follows, in a strict partial order, from two others: the step from a to c from the
   * steps through b.
   */
  readonly follows: (conclusion: Formula, first: Formula, second: Formula) => boolean
}

/**
 * States that the chosen pairs form a strict partial order (ISA 8.9.3, 8.9.6). Where a pair and its converse are each
 * other's negation, as two morally strong `fence.sc` are, the three clauses of a triangle in one direction are a single
 * clause: it is not a cycle. Orders that share no event, such as those of two locations, are stated by themselves, the
 * smallest first. If transitivity would take more than `mostClauses` clauses, those of the largest orders are stated
 * lazily: a counter of many steps does not make another, on which a question depends, take a round for each step.
 */
export function strictOrder(
  pairs: readonly ChosenPair<Formula>[],
  builder: FormulaBuilder,
  mostClauses: number,
): StrictOrder {
  const { any, not, ff } = builder
  const from = new Map<number, Map<number, Formula>>()
  for (const [a, b, when] of pairs) from.set(a, (from.get(a) ?? new Map<number, Formula>()).set(b, when))
  const step = (a: number, b: number): Formula => from.get(a)?.get(b) ?? ff
  // A formula that always holds leaves nothing out.
  const stepsOf = groupBy(
    pairs.filter(([, , when]) => when.kind !== 'true'),
    ([, , when]) => when,
  )

  const inTurn = ([a, , first]: ChosenPair<Formula>, [, c, second]: ChosenPair<Formula>): Formula =>
    any([not(first), not(second), a === c ? ff : step(a, c)])
  const orders = ordersApart(pairs)
    .map((order) => ({ order, joined: order.reduce((sum, [, b]) => sum + (from.get(b)?.size ?? 0), 0) }))
    .toSorted((one, other) => one.joined - other.joined)
  const clauses = new Set<Formula>()
  const later: ChosenPair<Formula>[] = []
  let all = 0
  for (const { order, joined } of orders) {
    all += joined
    for (const first of order) {
      const [a, b] = first
      if (all > mostClauses) {
        later.push(first)
        clauses.add(any([not(first[2]), not(step(b, a))]))
      } else for (const [c, when] of from.get(b) ?? []) clauses.add(inTurn(first, [b, c, when]))
    }
  }
  return {
    clauses: [...clauses],
    lazily: later.length === 0 ? [] : [lazilyTransitive(later, builder)],
    follows: (conclusion, first, second) => {
      const [left, right] = [stepsOf.get(first), stepsOf.get(second)]
      if (left === undefined || right === undefined) return false
      return left.some(([a, b]) =>
        right.some(([c, d]) => {
          if (b !== c) return false
          const direct = a === d ? ff : step(a, d)
          return direct === ff || direct === conclusion || (conclusion.kind === 'or' && conclusion.of.includes(direct))
        }),
      )
    },
  }
}

/** Returns the pairs in groups that share no event. */
function ordersApart(pairs: readonly ChosenPair<Formula>[]): readonly (readonly ChosenPair<Formula>[])[] {
  const next = new Map<number, number>()
  const rootOf = (event: number): number => {
    let root = event
    for (let above = next.get(root); above !== undefined; above = next.get(root)) root = above
    if (root !== event) next.set(event, root)
    return root
  }
  for (const [a, b] of pairs) {
    const [one, other] = [rootOf(a), rootOf(b)]
    if (one !== other) next.set(one, other)
  }
  return [...groupBy(pairs, ([a]) => rootOf(a)).values()]
}
