/** Makes the comparisons of a plan. */

import { match } from 'ts-pattern'
import { changesBetween } from './between.js'
import { type Comparison, joinComparisons } from './comparison.js'
import type { DecidedFile, DecidedQuestion } from './decide.js'
import type { Plan } from './plan.js'
import { changesFrom } from './recorded.js'

/** Returns the questions of all files. */
export const questionsOf = (decided: readonly DecidedFile[]): readonly DecidedQuestion[] =>
  decided.flatMap(({ questions }) => questions)

/** Compares the verdicts of two sides. `words` are the paths of the tests. */
export const compare = (plan: Plan, decided: readonly DecidedFile[], words: readonly string[]): Comparison => {
  const questions = questionsOf(decided)
  return match(plan)
    .with({ comparison: 'baseline' }, (plan) => changesFrom(plan, decided, words))
    .with({ comparison: 'against' }, ({ subjects: [one, other] }) =>
      changesBetween(questions, 1, `${one.name} and ${other.name}`),
    )
    .with({ comparison: 'without' }, ({ subjects: [, reduced] }) => changesBetween(questions, 1, reduced.name))
    .with({ comparison: 'each-axiom' }, ({ subjects: [, ...reduced] }) =>
      joinComparisons(reduced.map(({ name }, i) => changesBetween(questions, i + 1, name))),
    )
    .exhaustive()
}
