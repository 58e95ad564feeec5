/** What a regression decides tests under: models, and models without some of their axioms. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Without } from '../../encoder/variants.js'

export interface Subject {
  readonly model: Model
  /** As messages and tables call it: `ptx-7.5`, or `ptx-7.5 without Causality`. */
  readonly name: string
  readonly without: Without
}

/** A model, or what remains of it. */
export const subject = (model: Model, without: Without = []): Subject => ({
  model,
  without,
  name: without.length === 0 ? model.name : `${model.name} without ${without.join(', ')}`,
})

/** How the verdicts of a test are told from one another. A `vacuous` is a `forbidden` that asks of nothing. */
export const verdictWords = ['allowed', 'forbidden', 'vacuous', 'not covered', 'undecided'] as const
export type VerdictWord = (typeof verdictWords)[number]
