/**
 * Sets and relations over events as tables that have an entry for each event, or each two: an operation is its
 * definition in the algebra of cat, and no pair is left out.
 */

import type { Logic } from '../../encoder/values/logic.js'

/** Whether each event belongs to a set. */
export type Members<B> = readonly B[]
/** Whether each event is related to each: row by row. */
export type Table<B> = readonly (readonly B[])[]

export interface Tables<B> {
  readonly events: readonly number[]
  readonly members: (of: (event: number) => B) => Members<B>
  readonly table: (of: (from: number, to: number) => B) => Table<B>
  readonly union: (all: readonly Table<B>[]) => Table<B>
  readonly intersection: (all: readonly Table<B>[]) => Table<B>
  readonly difference: (left: Table<B>, right: Table<B>) => Table<B>
  /** Returns `r; s`: there is an event in between. */
  readonly sequence: (first: Table<B>, second: Table<B>) => Table<B>
  readonly inverse: (of: Table<B>) => Table<B>
  /** Returns `r+`: there is a path of any length. */
  readonly closure: (of: Table<B>) => Table<B>
  readonly isEmpty: (of: Table<B>) => B
  readonly isIrreflexive: (of: Table<B>) => B
}

/** Returns the operations on sets and relations over some number of events. `step` is called before each row. */
export function tables<B>(size: number, logic: Logic<B>, step: () => void = () => undefined): Tables<B> {
  const { and, or, not, all, any, ff } = logic
  const events = Array.from({ length: size }, (_, event) => event)
  const at = (of: Table<B>, from: number, to: number): B => of[from]?.[to] ?? ff
  const table = (of: (from: number, to: number) => B): Table<B> =>
    events.map((from) => {
      step()
      return events.map((to) => of(from, to))
    })
  /** Returns the events to which each is related, if it may be. */
  const successors = (of: Table<B>): readonly (readonly number[])[] =>
    of.map((row) => events.filter((to) => row[to] !== ff))
  return {
    events,
    members: (of) => events.map(of),
    table,
    union: (of) => table((from, to) => any(of.map((one) => at(one, from, to)))),
    intersection: (of) => table((from, to) => all(of.map((one) => at(one, from, to)))),
    difference: (left, right) => table((from, to) => and(at(left, from, to), not(at(right, from, to)))),
    sequence: (first, second) => {
      const between = successors(first)
      return table((from, to) =>
        any((between[from] ?? []).map((middle) => and(at(first, from, middle), at(second, middle, to)))),
      )
    },
    inverse: (of) => table((from, to) => at(of, to, from)),
    // There is a path through the first k events if there is one through fewer, or one to the k-th and one from there.
    closure: (of) =>
      events.reduce(
        (paths, middle) =>
          table((from, to) => or(at(paths, from, to), and(at(paths, from, middle), at(paths, middle, to)))),
        of,
      ),
    isEmpty: (of) => not(any(of.flat())),
    isIrreflexive: (of) => not(any(events.map((event) => at(of, event, event)))),
  }
}
