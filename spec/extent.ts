/**
 * How much is tested. `npm run test:all` tests everything; `npm test` takes a sample where everything takes too long, and the names of its
 * tests say so.
 */

import { buildEvents } from '../encoder/events/events.js'
import type { Expected } from './examples.js'

export const isAll = process.env['ALL'] === '1'

/** A number of random programs, or of what is to be found among them: the whole one, or the one of a sample. */
export const draws = (all: number, few: number): number => (isAll ? all : few)

/** Events up to which an example is in a sample. */
const few = 15

/** Which examples `sampled` leaves, for names of tests. */
export const extent = isAll ? 'every example' : `the first test of each example file, up to ${few} events`

/** All examples, or the first test of each file, unless it is long. */
export const sampled = (examples: readonly Expected[]): readonly Expected[] =>
  isAll
    ? examples
    : examples.filter(
        ({ program }, i) => program.file !== examples[i - 1]?.program.file && buildEvents(program).events.length <= few,
      )
