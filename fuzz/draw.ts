/** Random draws: their number, their seed, and their size. */

import fc from 'fast-check'
import { must } from '../source/must.js'

export interface Draw {
  /** The number of values that are drawn, unless the time ends before. */
  readonly runs: number
  readonly seed: number
  /** The time in milliseconds after which no further value is drawn. */
  readonly time?: number
  /** Brute force does not decide programs with more candidate executions than this. */
  readonly mostCandidates: number
  /** A program with more sets of cheaper changes than this takes no part in a comparison of repairs. */
  readonly mostSets: number
}

/** Returns the parameters of fast-check for a draw. A property may skip 1,000 values for each that it examines. */
export const parametersOf = ({ runs, seed, time }: Draw) => ({
  numRuns: runs,
  seed,
  maxSkipsPerRun: 1000,
  ...(time === undefined ? {} : { interruptAfterTimeLimit: time }),
})

/**
 * Returns the smallest program found on which a property fails, and why it does; `undefined` if it holds for all that
 * are drawn.
 */
export function counterexampleTo<T extends string | { readonly text: string }>(
  property: fc.IProperty<[T]>,
  draw: Draw,
): string | undefined {
  const { failed, interrupted, counterexample, errorInstance, numRuns } = fc.check(property, parametersOf(draw))
  if (!failed) return undefined
  // Time ran out before the first value, but one value is always tried.
  if (interrupted && numRuns === 0 && counterexample === null) {
    const { time: _, ...untimed } = draw
    return counterexampleTo(property, { ...untimed, runs: 1 })
  }
  if (counterexample === null) return interrupted ? undefined : 'too many programs were skipped'
  const [drawn] = counterexample
  const text = typeof drawn === 'string' ? drawn : drawn.text
  return `${text}${must(errorInstance ?? undefined, 'an error for a counterexample')}`
}
