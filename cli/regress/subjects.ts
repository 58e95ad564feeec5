/** What a regression decides tests under: models, and models without some of their axioms. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Verdict } from '../../encoder/decide.js'
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

/** The two that may hold as far as loops are gone through only: `forbidden within 2`. */
export const boundedWords = ['forbidden', 'vacuous'] as const

export type VerdictWord = (typeof verdictWords)[number] | `${(typeof boundedWords)[number]} within ${number}`

/** The word for a verdict. */
export const wordFor = (verdict: Verdict): VerdictWord => {
  if (verdict.kind !== 'forbidden') return verdict.kind
  const word = verdict.vacuous ? 'vacuous' : 'forbidden'
  return verdict.within === undefined ? word : `${word} within ${verdict.within.bound}`
}

/** The word that a text is, if it is one. */
export function verdictWordIn(text: string): VerdictWord | undefined {
  const [, bounded, bound] = /^(.+) within ([1-9]\d{0,3})$/.exec(text) ?? []
  const word = boundedWords.find((one) => one === bounded)
  return word === undefined ? verdictWords.find((one) => one === text) : `${word} within ${Number(bound)}`
}
