/** Evaluates expressions over the values of reads in an execution. */

import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { concrete, type Evaluator, evaluator } from '../values/expression.js'
import { type Chosen, choicesOf } from './execution.js'

/** Returns the domain of values in an execution, with its choices. */
export const valuesOf = (execution: Chosen) => concrete(choicesOf(execution))

/**
 * Returns the evaluator of expressions in an execution. Values are needed event by event, so each expression is
 * evaluated only once.
 */
export const evaluatorOf: (execution: Chosen) => Evaluator<boolean, bigint> = memoisedWeakly((execution) =>
  evaluator(valuesOf(execution)),
)
