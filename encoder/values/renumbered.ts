/** Values and predicates of events that have other numbers in a part of their graph. */

import {
  always,
  anyOf,
  both,
  choice,
  compare,
  constant,
  type Evaluator,
  type Expression,
  evaluator,
  negation,
  never,
  operation,
  type Predicate,
  resize,
} from './expression.js'
import type { Logic } from './logic.js'

const predicates: Logic<Predicate> = {
  tt: always,
  ff: never,
  not: negation,
  and: both,
  or: (left, right) => anyOf([left, right]),
  all: (some) => some.reduce(both, always),
  any: anyOf,
}

/** Returns what becomes of values and predicates if `read` says what reads return, and every thread passes each barrier. */
export const renumbered = (read: (event: number) => Expression): Evaluator<Predicate, Expression> =>
  evaluator<Predicate, Expression>({
    logic: predicates,
    constant: (value, width) => constant(value, width),
    read,
    unknown: (id, width) => ({ kind: 'unknown', width, id }),
    passes: () => always,
    operation: (operator, left, right) => operation(operator, left, right),
    choice: (when, then, otherwise) => choice(when, then(), otherwise()),
    resize: (of, _, to, signed) => resize(of, to, signed),
    compare,
  })
