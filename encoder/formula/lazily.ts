/**
 * Constraints that are too many to state. A solution that violates some has these stated, and another is asked for: few matter. So the number of
 * clauses grows with what a question needs, and not with the cube of the writes to a location or of the fences.
 */

import type { ChosenPair } from '../relations/chosen.js'
import type { Relation } from '../relations/relation.js'
import type { Formula, FormulaBuilder } from './formula.js'

export interface Lazy {
  /** Formulas that hold in every execution and not in this solution, of which `holds` says what holds; none if it violates nothing. */
  readonly violated: (holds: (formula: Formula) => boolean) => readonly Formula[]
}

/** How many violations of one constraint are stated at once. */
const mostAtOnce = 2_000

/** That the chosen pairs are transitive. */
export const lazilyTransitive = (
  pairs: readonly ChosenPair<Formula>[],
  transitivity: (first: ChosenPair<Formula>, second: ChosenPair<Formula>) => Formula,
): Lazy => ({
  violated: (holds) => {
    const chosen = pairs.filter(([, , when]) => holds(when))
    const after = new Map<number, ChosenPair<Formula>[]>()
    const isChosen = new Set(chosen.map(([a, b]) => `${a} ${b}`))
    for (const pair of chosen) {
      const known = after.get(pair[0])
      if (known === undefined) after.set(pair[0], [pair])
      else known.push(pair)
    }
    const found = new Set<Formula>()
    for (const first of chosen) {
      for (const second of after.get(first[1]) ?? []) {
        if (isChosen.has(`${first[0]} ${second[1]}`)) continue
        found.add(transitivity(first, second))
        if (found.size >= mostAtOnce) return [...found]
      }
    }
    return [...found]
  },
})

/** Demands that relations are acyclic, lazily if they have more than `mostPairs` pairs. */
export interface LazyAcyclicity {
  /** What demands it, beside the clauses that `lazily` adds; undefined if the relation is small. */
  readonly acyclic: (relation: Relation<Formula>) => Formula | undefined
  /** What was demanded so far. */
  readonly lazily: readonly Lazy[]
}

export function lazyAcyclicity(builder: FormulaBuilder, mostPairs: number): LazyAcyclicity {
  const { all, and, not } = builder
  const lazily: Lazy[] = []
  const acyclic = (relation: Relation<Formula>): Formula | undefined => {
    if (relation.reduce((count, row) => count + row.size, 0) <= mostPairs) return undefined
    const demanded = builder.variable(`acyclic_${lazily.length}`)
    lazily.push(lazilyAcyclic(relation, demanded, builder))
    // Cycles of one pair and of two are few.
    const short = relation.flatMap((row, from) =>
      [...row].flatMap(([to, when]) => {
        const back = relation[to]?.get(from)
        return from <= to && back !== undefined ? [not(and(when, back))] : []
      }),
    )
    return all([demanded, ...short])
  }
  return { acyclic, lazily }
}

/** That the relation has no cycle wherever `demanded` holds. Each cycle of a solution that is found has a clause. */
const lazilyAcyclic = (
  relation: Relation<Formula>,
  demanded: Formula,
  { any, not }: Pick<FormulaBuilder, 'any' | 'not'>,
): Lazy => ({
  violated: (holds) => {
    if (!holds(demanded)) return []
    const next = relation.map((row) => [...row].flatMap(([to, when]) => (holds(when) ? [to] : [])))
    return shortCycles(next).map((cycle) =>
      any([
        not(demanded),
        ...cycle.flatMap((from, i) => {
          const when = relation[from]?.get(cycle[(i + 1) % cycle.length] ?? from)
          return when === undefined ? [] : [not(when)]
        }),
      ]),
    )
  },
})

/** For each event that is in a cycle a shortest one, each once. */
function shortCycles(next: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const found = new Map<string, readonly number[]>()
  for (const start of candidates(next)) {
    const cycle = cycleFrom(start, next)
    if (cycle === undefined) continue
    found.set(cycle.toSorted((a, b) => a - b).join(), cycle)
    if (found.size >= mostAtOnce) break
  }
  return [...found.values()]
}

/** The events that may be in a cycle: those that are left when all that nothing leads to, or that lead nowhere, are taken away. */
function candidates(next: readonly (readonly number[])[]): readonly number[] {
  const into = next.map(() => 0)
  for (const row of next) for (const to of row) into[to] = (into[to] ?? 0) + 1
  const sources = into.flatMap((count, event) => (count === 0 ? [event] : []))
  const left = new Set(next.keys())
  for (const event of sources) {
    left.delete(event)
    for (const to of next[event] ?? []) {
      const count = (into[to] ?? 0) - 1
      into[to] = count
      if (count === 0) sources.push(to)
    }
  }
  return [...left]
}

/** A shortest way from the event back to it, without its end; by breadth first. */
function cycleFrom(start: number, next: readonly (readonly number[])[]): readonly number[] | undefined {
  const before = new Map<number, number>()
  const queue = [start]
  for (const event of queue) {
    for (const to of next[event] ?? []) {
      if (to === start) {
        const cycle = [event]
        for (let at = before.get(event); at !== undefined; at = before.get(at)) cycle.unshift(at)
        return cycle
      }
      if (before.has(to)) continue
      before.set(to, event)
      queue.push(to)
    }
  }
  return undefined
}
