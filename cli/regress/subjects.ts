/** The subjects under which a regression decides tests: models, and models without some of their axioms. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Without } from '../../encoder/decide/variants.js'
import type { UndefinedBehaviour, Verdict } from '../../encoder/decide/verdict.js'
import type { VerdictWord } from '../../report/verdict.js'

export interface Subject {
  readonly model: Model
  /** Its name in messages and tables: `ptx-7.5`, or `ptx-7.5 without Causality`. */
  readonly name: string
  readonly without: Without
}

/** Returns a model, or the model without some axioms. */
export const subject = (model: Model, without: Without = []): Subject => ({
  model,
  without,
  name: without.length === 0 ? model.name : `${model.name} without ${without.join(', ')}`,
})

/** Returns the word for a verdict on a test with these qualifications. */
export const wordFor = (verdict: Verdict, reached: UndefinedBehaviour): VerdictWord => {
  if (verdict.kind !== 'not covered' && reached.kind === 'known' && reached.found.length > 0) return 'undefined'
  if (verdict.kind !== 'not covered' && reached.kind === 'undecided') return 'undecided'
  if (verdict.kind !== 'forbidden') return verdict.kind
  const word = verdict.vacuous ? 'vacuous' : 'forbidden'
  return verdict.within === undefined ? word : `${word} within ${verdict.within.bound}`
}
