/** The order of threads that is the same for tests that differ only in it, and in the names of locations, addresses and CTAs. */

import { type Named, written } from '../canonical.js'

/** Among the orders in which longer threads come first, one whose text is the least. */
export function leastOrder(test: Named): readonly number[] {
  const { threads } = test.sketch
  const sizes = threads.map(({ length }) => length)
  const fitting = ordersOf(threads.length).filter((order) =>
    order.every((thread, at) => at === 0 || (sizes[order[at - 1] ?? 0] ?? 0) >= (sizes[thread] ?? 0)),
  )
  const texts = fitting.map((order) => ({ order, text: written(test, order) }))
  return texts.reduce((least, one) => (one.text < least.text ? one : least)).order
}

const ordersOf = (n: number): readonly (readonly number[])[] =>
  n === 0 ? [[]] : ordersOf(n - 1).flatMap((rest) => Array.from({ length: n }, (_, at) => rest.toSpliced(at, 0, n - 1)))
