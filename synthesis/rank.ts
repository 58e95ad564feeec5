/** Decides which of two tests that tell models apart is shown first. */

import type { Difference } from './distinguish.js'

/** A difference, with the number of its sketch among all that are searched. */
export interface Ranked extends Difference {
  readonly sketch: number
}

/**
 * Returns a negative number if the first is shown first. Fewer instructions come first, then fewer threads, then fewer
 * atomics, then weaker orders and scopes, then an outcome that says less, then the test found first.
 */
export function byRank(a: Ranked, b: Ranked): number {
  const [rank, other] = [rankOf(a), rankOf(b)]
  return rank.map((one, i) => one - (other[i] ?? 0)).find((difference) => difference !== 0) ?? 0
}

const rankOf = ({ labelled: { sketch }, outcome, weight, sketch: number }: Ranked): readonly number[] => {
  const slots = sketch.threads.flat()
  return [
    slots.length,
    sketch.threads.length,
    slots.filter(({ kind }) => kind === 'atomic').length,
    weight,
    [...outcome.sources, ...outcome.last].filter((said) => said !== undefined).length,
    number,
  ]
}
