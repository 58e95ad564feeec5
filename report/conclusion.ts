/** The conclusion of a command about each thing that it examined, and the exit status that follows. */

import type { ExitStatus } from './check.js'

/** The exit status for each conclusion of a command. docs/commands.md has the same table. */
export const statuses = {
  /** Everything is as it should be, or the requested output is printed. */
  'as expected': 0,
  done: 0,
  /** The answer is known, and there is no expectation. */
  'nothing expected': 0,
  /**
   * An expectation is broken; an execution is not consistent; verdicts differ; a test is racy, undefined or vacuous.
   */
  'not as expected': 1,
  /** There is no such execution, repair or test. */
  none: 1,
  /** The status with `--strict` if the answer is as expected, or race-free, only under a limit or an assumption. */
  qualified: 3,
  undecided: 3,
  'not covered': 3,
  /** An input cannot be read, or an output not written. */
  error: 2,
  interrupted: 130,
} as const satisfies { readonly [conclusion: string]: ExitStatus }

export type Conclusion = keyof typeof statuses

/** The mark at the start of the line: right, wrong, open, or neither. */
export type Mark = 'good' | 'bad' | 'open' | 'neutral'

export const markOf: { readonly [C in Conclusion]: Mark } = {
  'as expected': 'good',
  done: 'good',
  'nothing expected': 'neutral',
  'not as expected': 'bad',
  none: 'bad',
  qualified: 'open',
  undecided: 'open',
  'not covered': 'open',
  error: 'bad',
  interrupted: 'open',
}

/** Returns whether a conclusion needs attention. */
export const isProblem = (conclusion: Conclusion): boolean => statuses[conclusion] !== 0

/** The statuses in order of precedence, the highest first. */
const precedence: readonly ExitStatus[] = [130, 2, 1, 3, 0]

/** Returns the status that takes precedence; 0 if there are none. */
export const firstStatus = <S extends ExitStatus>(all: readonly S[]): S | 0 =>
  all.reduce<S | 0>((first, one) => (precedence.indexOf(one) < precedence.indexOf(first) ? one : first), 0)

/** Returns the exit status of a command with these conclusions. */
export const exitStatusOf = <C extends Conclusion>(conclusions: readonly C[]): (typeof statuses)[C] | 0 =>
  firstStatus(conclusions.map((one) => statuses[one]))
