/** Least fixpoints of monotone functions on relations, in any logic. */

import type { Algebra } from './relation.js'

type Values<R> = ReadonlyMap<string, R>

/**
 * Returns the least fixpoint above the empty relations that are given. The iteration ends when nothing changes, which
 * happens soon over booleans. Formulas may keep changing although they mean the same. But under any assignment, each
 * round that changes the meaning adds a pair, so the fixpoint is reached after as many rounds as there are pairs that
 * can hold.
 */
export function leastFixpoint<S, R, B>(
  start: Values<R>,
  { isSame, size }: Pick<Algebra<S, R, B>, 'isSame' | 'size'>,
  step: (values: Values<R>) => Values<R>,
): Values<R> {
  const pairs = (values: Values<R>): number => [...values.values()].reduce((sum, one) => sum + size(one), 0)
  const areSame = (a: Values<R>, b: Values<R>): boolean =>
    [...a].every(([name, relation]) => {
      const other = b.get(name)
      return other !== undefined && isSame(relation, other)
    })
  let values = start
  for (let round = 1; ; round++) {
    const next = step(values)
    if (areSame(values, next) || round > pairs(next)) return next
    values = next
  }
}
