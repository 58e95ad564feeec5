/** Verdicts as words, as tables and reports have them. */

/** How the verdicts of a test are told from one another. A `vacuous` is a `forbidden` that asks of nothing. */
export const verdictWords = ['allowed', 'forbidden', 'vacuous', 'not covered', 'undecided'] as const

/** The two that may hold as far as loops are gone through only: `forbidden within 2`. */
export const boundedWords = ['forbidden', 'vacuous'] as const

export type VerdictWord = (typeof verdictWords)[number] | `${(typeof boundedWords)[number]} within ${number}`

/** The word that a text is, if it is one. */
export function verdictWordIn(text: string): VerdictWord | undefined {
  const [, bounded, bound] = /^(.+) within ([1-9]\d{0,3})$/.exec(text) ?? []
  const word = boundedWords.find((one) => one === bounded)
  return word === undefined ? verdictWords.find((one) => one === text) : `${word} within ${Number(bound)}`
}
