/** Least fixpoints of monotone functions on relations, in any logic. */

import type { Relation } from './relation.js'

type Values<B> = ReadonlyMap<string, Relation<B>>

/**
 * The least fixpoint above the empty relations that are given. The iteration ends when nothing changes, which happens soon over booleans.
 * Formulas may keep changing although they mean the same. But under any assignment, each round that changes the meaning adds a pair, so the
 * fixpoint is reached after as many rounds as there are pairs that can hold.
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
