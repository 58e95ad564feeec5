/** Evaluates expressions over the values of reads in an execution. */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { concrete, type Evaluator, evaluator } from '../values/expression.js'
import { type Chosen, choicesOf } from './execution.js'

/** Returns the values that an execution chooses, for what is computed of them. */
export const valuesOf = (execution: Chosen) => concrete(choicesOf(execution))

/** The values of expressions in an execution. They are asked for event by event, so each expression is evaluated once. */
export const evaluatorOf: (execution: Chosen) => Evaluator<boolean, bigint> = memoisedWeakly((execution) =>
  evaluator(valuesOf(execution)),
)
