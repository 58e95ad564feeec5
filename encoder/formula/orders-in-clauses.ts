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
 *
 * Some clauses are left out where the pairs T that always hold are a strict partial order: those with a pair of T that
 * leads past a third event, from a to b and from b to c in T, and those for a before b before c where T puts c before a.
 * Let R satisfy the rest, which excludes that an event comes before another and after it.
 *
 * - If (b, c) is in R and (c, a) in T, then (b, a) is in R. Pairs of T that lead past no event go from c to a. Let p and
 *   q be two events in a row there, and (b, p) in R. If (b, p) is in T, so is (b, q). Otherwise a clause says that (b, q)
 *   is in R. It is left out only where T puts q before b, and q is not b: then T puts p before b, which (b, p) excludes.
 *   Likewise, if (a, b) is in T and (b, c) in R, then (a, c) is in R.
 * - If (a, b) and (b, c) are in R but not in T, a clause says that (a, c) is. It is left out only where (c, a) is in T.
 *   Then (b, a) is in R, by the above, which (a, b) excludes.
 *
 * So R is transitive. Where an order is known but for few of its events, the clauses grow with their number, not with
 * its cube.
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

  const known = certainOrder(pairs)
  const inTurn = ([a, , first]: ChosenPair<Formula>, [, c, second]: ChosenPair<Formula>): Formula =>
    any([not(first), not(second), step(a, c)])
  const notBothWays = ([a, b, when]: ChosenPair<Formula>): Formula => any([not(when), not(step(b, a))])
  /** Yields each two pairs in a row whose clause is stated. */
  function* inRow(
    order: readonly ChosenPair<Formula>[],
  ): Generator<readonly [ChosenPair<Formula>, ChosenPair<Formula>]> {
    const single = order.filter((pair) => !known.leadsPast(pair))
    const next = groupBy(single, ([a]) => a)
    for (const first of single)
      for (const second of next.get(first[1]) ?? [])
        if (second[1] !== first[0] && !known.has(second[1], first[0])) yield [first, second]
  }
  const orders = ordersApart(pairs)
    .map((order) => {
      const bothWays = order.filter(([a, b]) => step(b, a) !== ff)
      return { order, bothWays, joined: bothWays.length + numberOf(inRow(order), mostClauses) }
    })
    .toSorted((one, other) => one.joined - other.joined)
  const clauses = new Set<Formula>()
  const later: ChosenPair<Formula>[] = []
  let all = 0
  for (const { order, bothWays, joined } of orders) {
    all += joined
    for (const pair of bothWays) clauses.add(notBothWays(pair))
    if (all > mostClauses) for (const pair of order) later.push(pair)
    else for (const [first, second] of inRow(order)) clauses.add(inTurn(first, second))
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

/** Returns how many there are, or one more than `most` if there are more. */
function numberOf(all: Iterable<unknown>, most: number): number {
  let count = 0
  for (const _ of all) if (++count > most) break
  return count
}

/** The pairs that always hold. */
interface CertainOrder {
  readonly has: (a: number, b: number) => boolean
  /** Returns whether a pair is one of them, and two others lead from its first event past a third to its second. */
  readonly leadsPast: (pair: ChosenPair<Formula>) => boolean
}

/** Returns the pairs that always hold; none if they are no strict partial order. */
function certainOrder(pairs: readonly ChosenPair<Formula>[]): CertainOrder {
  const certain = pairs.filter(([, , when]) => when.kind === 'true')
  const after = new Map([...groupBy(certain, ([a]) => a)].map(([a, some]) => [a, new Set(some.map(([, b]) => b))]))
  const past = new Map<number, ReadonlySet<number>>()
  for (const [a, next] of after) {
    const further = new Set<number>()
    for (const b of next) for (const c of after.get(b) ?? []) further.add(c)
    if (next.has(a) || [...further].some((c) => !next.has(c))) return { has: () => false, leadsPast: () => false }
    past.set(a, further)
  }
  return {
    has: (a, b) => after.get(a)?.has(b) === true,
    leadsPast: ([a, b, when]) => when.kind === 'true' && past.get(a)?.has(b) === true,
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
