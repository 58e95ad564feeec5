/** Questions as herd7 asks them. */

import type { Condition } from '../litmus/condition.js'
import type { Question } from '../litmus/program.js'

/** Returns the condition with its quantifier. A negated claim says that no state satisfies the condition. */
export function quantified({ kind, condition }: Pick<Question, 'kind' | 'condition'>): {
  readonly quantifier: 'exists' | '~exists' | 'forall'
  readonly condition: Condition
} {
  if (kind !== 'assert') return { quantifier: 'exists', condition }
  if (condition.kind === 'not') return { quantifier: '~exists', condition: condition.condition }
  return { quantifier: 'forall', condition }
}
