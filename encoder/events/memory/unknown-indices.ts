/** Addresses that follow from one value that may be any, as where an index is read before it is stored. */

import { conjuncts, evaluator } from '../../values/expression.js'
import { mentioning } from '../../values/mentions.js'
import { partial } from '../../values/three-valued.js'
import { regionOf } from './places.js'
import type { Computed } from './possible.js'

/**
 * Returns whether an access is outside of memory for some value of the one read that its address depends on, although
 * its thread gets there: what decides whether it does, as a comparison of an index with a limit, depends on no other
 * read. `widthOf` returns the bits of what a read returns.
 */
export function mayBeOutside(
  { address, guard, regions, bytes }: Computed,
  widthOf: (read: number) => number | undefined,
): boolean {
  const mentioned = mentioning()
  const [read, ...others] = mentioned.value(address)
  const width = read === undefined ? undefined : widthOf(read)
  if (read === undefined || width === undefined || others.length > 0) return false
  const deciding = conjuncts(guard).filter((one) => mentioned.truth(one).has(read))
  return extremes(width).some((value) => {
    const known = evaluator(
      partial(
        (event) => (event === read ? value : undefined),
        () => 'maybe',
      ),
    )
    const at = known.value(address)
    return (
      at !== undefined &&
      regionOf(at, regions, bytes) === undefined &&
      deciding.every((one) => known.truth(one) === 'yes')
    )
  })
}

/** Returns values far from 0: the least and the greatest number with a sign, the greatest without, and a quarter of it. */
const extremes = (width: number): readonly bigint[] => {
  const [half, quarter] = [1n << BigInt(width - 1), 1n << BigInt(Math.max(0, width - 2))]
  return [half, half - 1n, 2n * half - 1n, quarter]
}
