/** The events and unknown values that predicates mention: those whose values or whose passing decide whether they hold. */

import { type Domain, type Evaluator, evaluator } from './expression.js'
import type { Logic } from './logic.js'

/** The ids of events, and those of unknown values as -1, -2 and so on. */
export type Mentioned = ReadonlySet<number>

/** Returns the number of an unknown value in sets of what is mentioned. */
export const unknownAt = (unknown: number): number => -1 - unknown

const tt: Mentioned = new Set()
const ff: Mentioned = new Set()

const union = (sets: readonly Mentioned[]): Mentioned => {
  const some = sets.filter(({ size }) => size > 0)
  const [first, ...others] = some
  // What mentions nothing is not known to be false.
  if (first === undefined) return tt
  return others.length === 0 ? first : new Set(some.flatMap((set) => [...set]))
}

/** The logic in which a formula is what it mentions. */
export const mentions: Logic<Mentioned> = {
  tt,
  ff,
  not: (operand) => union([operand]),
  and: (left, right) => union([left, right]),
  or: (left, right) => union([left, right]),
  all: union,
  any: union,
}

const domain: Domain<Mentioned, Mentioned> = {
  logic: mentions,
  constant: () => tt,
  read: (event) => new Set([event]),
  unknown: (id) => new Set([unknownAt(id)]),
  passes: (barrier) => new Set([barrier]),
  operation: (_, left, right) => union([left, right]),
  choice: (when, then, otherwise) => union([when, then(), otherwise()]),
  resize: (of) => of,
  compare: (_, left, right) => union([left, right]),
}

/** Returns an evaluator that says what expressions and predicates mention. */
export const mentioning = (): Evaluator<Mentioned, Mentioned> => evaluator(domain)
