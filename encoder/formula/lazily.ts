/**
 * States constraints on demand, because there are too many to state at once. If a solution violates some, these are
 * stated, and the solver is asked again; few matter. So the number of clauses grows with the needs of a question, not
 * with the cube of the number of writes to a location or of fences.
 */

import { groupBy } from '../../source/group.js'
import type { ChosenPair } from '../relations/chosen.js'
import type { Relation } from '../relations/relation.js'
import type { Formula, FormulaBuilder } from './formula.js'

export interface Lazy {
  /**
   * Returns formulas that hold in every execution and not in this solution; none if the solution violates nothing.
   * `holds` says what holds in the solution.
   */
  readonly violated: (holds: (formula: Formula) => boolean) => readonly Formula[]
}

/** The number of violations of one constraint that are stated at once. */
export const mostAtOnce = 2_000

/**
 * States that the chosen pairs are transitive. The choice of the violations to state first is a guess that saves
 * rounds. For two events that are always ordered, one variable says which comes first, and the solver leaves it false
 * if nothing is known. So the pairs whose variables are true are those that a question needs, and chains of these are
 * stated as a whole.
 */
export const lazilyTransitive = (pairs: readonly ChosenPair<Formula>[], { any, not, ff }: FormulaBuilder): Lazy => {
  const steps = new Map(pairs.map(([a, b, when]) => [`${a} ${b}`, when]))
  const step = (a: number, b: number): Formula => (a === b ? ff : (steps.get(`${a} ${b}`) ?? ff))
  /** States that, if each event is related to the next, the first is related to the last. */
  const inTurn = (chain: readonly number[]): Formula => {
    const [first = 0, last = 0] = [chain[0], chain.at(-1)]
    return any([...chain.slice(1).map((to, i) => not(step(chain[i] ?? to, to))), step(first, last)])
  }
  const violated = (holds: (formula: Formula) => boolean): readonly Formula[] => {
    const chosen = pairs.filter(([, , when]) => holds(when))
    const edges = successors(chosen.filter(([, , when]) => when.kind !== 'not'))
    const chains = [...edges.keys()].flatMap((start) =>
      chainsFrom(start, edges).filter((chain) => !holds(step(start, chain.at(-1) ?? start))),
    )
    if (chains.length > 0) return chains.slice(0, mostAtOnce).map(inTurn)
    const after = successors(chosen)
    const clauses = new Set<Formula>()
    for (const [a, b] of chosen) {
      for (const c of after.get(b) ?? []) if (!holds(step(a, c))) clauses.add(inTurn([a, b, c]))
      if (clauses.size >= mostAtOnce) break
    }
    return [...clauses]
  }
  return { violated }
}

const successors = (pairs: readonly ChosenPair<Formula>[]): ReadonlyMap<number, readonly number[]> =>
  new Map([...groupBy(pairs, ([from]) => from)].map(([from, some]) => [from, some.map(([, to]) => to)]))

/** Returns the shortest path from an event to each event that it reaches in two steps or more, itself included. */
function chainsFrom(start: number, next: ReadonlyMap<number, readonly number[]>): readonly (readonly number[])[] {
  const seen = new Set(next.get(start) ?? [])
  const queue = [...seen].map((to): readonly number[] => [start, to])
  const chains: (readonly number[])[] = []
  for (const chain of queue) {
    for (const to of next.get(chain.at(-1) ?? start) ?? []) {
      if (seen.has(to)) continue
      seen.add(to)
      const longer = [...chain, to]
      chains.push(longer)
      queue.push(longer)
    }
  }
  return chains
}

/** Demands that relations are acyclic, lazily if they have more than `mostPairs` pairs. */
export interface LazyAcyclicity {
  /**
   * Returns the formula that demands it, besides the clauses that `lazily` adds; undefined if the relation is small.
   */
  readonly acyclic: (relation: Relation<Formula>) => Formula | undefined
  /** The demands so far. */
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

/** States that the relation has no cycle wherever `demanded` holds. Each cycle found in a solution gets a clause. */
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

/**
 * Returns from-reads as variables, defined as `rf^-1; co`; undefined if they come about in at most `mostWays` ways. No
 * access may overlap another partially.
 */
export function lazyFromReads(
  rf: readonly ChosenPair<Formula>[],
  co: Relation<Formula>,
  isExecuted: (event: number) => Formula,
  { all, and, any, not, or, ff, variable }: FormulaBuilder,
  mostWays: number,
): { readonly relation: Relation<Formula>; readonly lazy: Lazy } | undefined {
  const after = (write: number) => co[write] ?? new Map<number, Formula>()
  if (rf.reduce((count, [write]) => count + after(write).size, 0) <= mostWays) return undefined
  const sources = groupBy(rf, ([, read]) => read)
  const relation = co.map((_, read): ReadonlyMap<number, Formula> => {
    const later = new Set((sources.get(read) ?? []).flatMap(([write]) => [...after(write).keys()]))
    return new Map(
      [...later].map((write) => [write, all([variable(`fr_${read}_${write}`), isExecuted(read), isExecuted(write)])]),
    )
  })
  const violated = (holds: (formula: Formula) => boolean): readonly Formula[] => {
    const clauses: Formula[] = []
    for (const [read, some] of sources) {
      if (clauses.length >= mostAtOnce) break
      const chosen = some.filter(([, , when]) => holds(when))
      const overwriting = new Set<number>()
      for (const [source, , when] of chosen)
        for (const [write, isLater] of after(source)) {
          if (!holds(isLater)) continue
          overwriting.add(write)
          const pair = relation[read]?.get(write) ?? ff
          if (!holds(pair)) clauses.push(any([not(when), not(isLater), pair]))
        }
      for (const [write, pair] of relation[read] ?? []) {
        if (overwriting.has(write) || !holds(pair)) continue
        const ways = some.map(([source, , when]) => and(when, after(source).get(write) ?? ff))
        clauses.push(or(not(pair), any(ways)))
      }
    }
    return clauses
  }
  return { relation, lazy: { violated } }
}

/** Returns a shortest cycle for each event that is in one, without duplicates. */
function shortCycles(next: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const cycles = new Map<string, readonly number[]>()
  for (const start of candidates(next)) {
    const cycle = cycleFrom(start, next)
    if (cycle === undefined) continue
    cycles.set(cycle.toSorted((a, b) => a - b).join(), cycle)
    if (cycles.size >= mostAtOnce) break
  }
  return [...cycles.values()]
}

/**
 * Returns the events that may be in a cycle: those left after repeatedly removing events without predecessors or
 * without successors.
 */
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

/** Returns a shortest path from the event back to itself, without its end, by breadth-first search. */
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
