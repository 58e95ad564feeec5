/** Least fixpoints of monotone functions on relations, in any logic. */

import type { Relation } from './relation.js'

type Values<B> = ReadonlyMap<string, Relation<B>>

/**
 * The least fixpoint above the empty relations that are given. The iteration ends when nothing changes, which over booleans it soon
 * does. Formulas may change for ever although they mean the same; but whatever the variables are, each round that means more than
 * the one before holds one pair more, so that after as many rounds as there are pairs that can hold the fixpoint is reached.
 */
export function leastFixpoint<B>(start: Values<B>, step: (values: Values<B>) => Values<B>): Values<B> {
  let values = start
  for (let round = 1; ; round++) {
    const next = step(values)
    if (same(values, next) || round > pairs(next)) return next
    values = next
  }
}

const same = <B>(a: Values<B>, b: Values<B>): boolean =>
  [...a].every(([name, rows]) =>
    rows.every((row, i) => {
      const other = b.get(name)?.[i]
      return row.size === other?.size && [...row].every(([j, value]) => other.get(j) === value)
    }),
  )

const pairs = <B>(values: Values<B>): number =>
  [...values.values()].reduce((sum, rows) => sum + rows.reduce((count, row) => count + row.size, 0), 0)
