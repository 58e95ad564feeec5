/** Whether executions reach what is undefined. */

import type { Undefined } from '../events/event.js'
import type { Predicate } from '../values/expression.js'
import type { Logic } from '../values/logic.js'
import type { Relation } from './relation.js'

/** Whether it is reached, given which conditions hold over what reads return, and which events come before which in time. */
export const reachedUndefined =
  <B>({ and, not, ff }: Logic<B>, truth: (predicate: Predicate) => B, inTime: () => Relation<B>) =>
  (one: Undefined): B => {
    const when = truth(one.when)
    if (one.reason !== 'barrier' || one.unlessBefore === undefined || when === ff) return when
    const [first, second] = one.unlessBefore
    return and(when, not(inTime()[first]?.get(second) ?? ff))
  }
