/** Clocks, whose values are unknown. */

import { compare, constant, type Expression, either, negation, type Predicate } from '../../values/expression.js'

/** A read of a clock, in the order in which its thread performs them. */
export interface ClockReading {
  readonly thread: number
  readonly clock: string
  readonly value: Expression
  /** Holds when it is performed. */
  readonly guard: Predicate
}

/** The clocks that do not go back. `%clock` is half of one, and wraps (ISA 10.23). */
const steady: readonly string[] = ['%clock64', '%globaltimer']

/** The most reads of a thread that are compared with each other: a loop may have many rounds. */
const mostCompared = 64

/** The first number that a clock does not reach: at 4 GHz, that takes 73 years. */
const unreached = 2n ** 63n

/**
 * Returns the constraints that clocks never go back within a thread: `%clock64` counts cycles, in 64 bits that do not
 * wrap (ISA 10.24). That `%globaltimer` does not go back is our choice. So is the limit, below which a signed comparison
 * is an unsigned one.
 */
export function neverGoBack(readings: readonly ClockReading[]): readonly Predicate[] {
  const all = readings.filter(({ clock }) => steady.includes(clock))
  return all.flatMap((one, i) => [
    compare('less-unsigned', one.value, constant(unreached, 64)),
    ...all
      .slice(i + 1)
      .filter(({ thread, clock }) => thread === one.thread && clock === one.clock)
      .slice(0, mostCompared)
      .map((later) =>
        either(
          either(negation(one.guard), negation(later.guard)),
          negation(compare('less-unsigned', later.value, one.value)),
        ),
      ),
  ])
}
