/** The events of a run of `check`, as they reach the reporters. */

import type { Answer } from '../../answers/answer.js'
import type { Program } from '../../litmus/program.js'
import type { ReadTest } from './read.js'

/** Receives the results of the tests, in order. */
export interface Listener {
  /** Called for each answer; `question` is an index among those of the test. */
  readonly onAnswer: (from: ReadTest, question: number, answer: Answer) => void
  /** Called for a bug in this program. */
  readonly onFault: (test: Program, error: unknown) => void
}
