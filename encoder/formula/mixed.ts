/** The choices and conditions for accesses that overlap partially, for each group of bytes that no access splits. */

import { accessAt, type EventGraph, type Pair } from '../events/graph/event.js'
import { cellsCovered, covers, type Taken, tornPairs } from '../events/memory/parts.js'
import type { ChosenPair, ChosenPart } from '../relations/chosen.js'
import type { Predicate } from '../values/expression.js'
import type { Formula, FormulaBuilder } from './formula.js'

/** Returns a choice among the writes to each cell, for each read that may cover several cells. */
export const partsRead = (
  graph: EventGraph,
  rf: readonly Pair[],
  split: ReadonlySet<number>,
  { variable }: FormulaBuilder,
): readonly ChosenPart<Formula>[] =>
  rf.flatMap(([write, read]) => {
    if (!split.has(read)) return []
    const written = new Set(cellsCovered(graph, accessAt(graph, write)))
    return cellsCovered(graph, accessAt(graph, read)).flatMap((cell): readonly ChosenPart<Formula>[] =>
      written.has(cell) ? [{ read, cell, write, when: variable(`rf_${write}_${read}_${cell}`) }] : [],
    )
  })

/**
 * States that each cell that an executed read covers has one write, which also covers it, and that a cell outside the
 * read has none. A read of one cell has at most one write, and a single write is read as a whole.
 */
export function oneSource(
  graph: EventGraph,
  { rf, parts }: { readonly rf: readonly ChosenPair<Formula>[]; readonly parts: readonly ChosenPart<Formula>[] },
  split: ReadonlySet<number>,
  executed: (event: number) => Formula,
  truth: (predicate: Predicate) => Formula,
  builder: FormulaBuilder,
): readonly Formula[] {
  const { and, or, not, any } = builder
  const notBoth = (choices: readonly Formula[]): readonly Formula[] =>
    choices.flatMap((one, i) => choices.slice(i + 1).map((other) => not(and(one, other))))
  return graph.events.flatMap((event): readonly Formula[] => {
    if (event.kind !== 'read') return []
    if (!split.has(event.id)) return notBoth(rf.flatMap(([, read, when]) => (read === event.id ? [when] : [])))
    const taken = parts
      .filter(({ read }) => read === event.id)
      .map(({ cell, write, when }) => ({ cell, write: accessAt(graph, write), when }))
    const whole = untorn(graph, taken, truth, builder)
    const single = cellsCovered(graph, event).flatMap((cell) => {
      const own = parts.filter((part) => part.read === event.id && part.cell === cell)
      const here = and(executed(event.id), truth(covers(graph, event, cell)))
      const choices = own.map(({ when }) => when)
      return [
        or(not(here), any(choices)),
        ...notBoth(choices),
        ...own.map(({ write, when }) =>
          or(not(when), and(here, and(executed(write), truth(covers(graph, accessAt(graph, write), cell))))),
        ),
      ]
    })
    return [...single, ...whole]
  })
}

/** States that no two cells are taken from two different writes that each write both cells (single-copy atomicity). */
export const untorn = (
  graph: EventGraph,
  taken: readonly (Taken & { readonly when: Formula })[],
  truth: (predicate: Predicate) => Formula,
  { and, not }: FormulaBuilder,
): readonly Formula[] =>
  tornPairs(graph, taken).map(([one, other, when]) => not(and(truth(when), and(one.when, other.when))))

/**
 * Encodes coherence as an order of all writes: the order of overlapping writes, and links between other writes that
 * this order connects.
 */
export function withLinks(
  co: readonly ChosenPair<Formula>[],
  links: readonly ChosenPair<Formula>[],
  { or }: FormulaBuilder,
): readonly ChosenPair<Formula>[] {
  const joined = new Map<string, ChosenPair<Formula>>()
  for (const [a, b, when] of [...co, ...links]) {
    const cached = joined.get(`${a} ${b}`)
    joined.set(`${a} ${b}`, [a, b, cached === undefined ? when : or(cached[2], when)])
  }
  return [...joined.values()]
}
