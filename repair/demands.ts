/** The demands on a changed program, given the behaviour of the unchanged one. */

import { type Answered, type Decision, noUndefined } from '../encoder/decide/verdict.js'
import type { Program, Question } from '../litmus/program.js'
import type { Demands } from './judge.js'
import { type Fixed, forbidsRaces, type Goal } from './result.js'

/** Returns the claims of a program: what it asserts. */
export const claimsOf = ({ questions }: Pick<Program, 'questions'>): readonly Question[] =>
  questions.filter(({ kind }) => kind === 'assert')

/**
 * Returns the demands on a changed program, given the behaviour of the unchanged one; undecided if that is undecided.
 * No claim holds if behaviour is undefined, so repairs must remove all undefined behaviour, unless earlier undefined
 * behaviour is `tolerated`.
 */
export function demandsOf(
  goal: Goal,
  { answers }: Decision,
  tolerated: boolean = goal.kind === 'race-free',
): Demands | Extract<Fixed, { kind: 'undecided' | 'not covered' }> {
  const forbidden = goal.kind === 'claims' ? goal.questions : []
  const others = answers.filter(({ question }) => !forbidden.includes(question) && question.kind !== 'check')
  const open = answers.find(
    ({ question, verdict: { kind } }) =>
      (kind === 'undecided' || kind === 'not covered') && (forbidden.includes(question) || forbidsRaces(goal)),
  )
  if (open?.verdict.kind === 'undecided' || open?.verdict.kind === 'not covered') return open.verdict
  const [first] = answers
  return {
    forbidden,
    kept: others.flatMap(keptBy),
    raceFree: forbidsRaces(goal),
    ends: goal.ends === true,
    before: {
      liveness: first?.liveness,
      undefined: (tolerated ? first?.undefined : undefined) ?? noUndefined,
    },
  }
}

/** Demands that a permit that is met, and a claim that holds, stay so. */
function keptBy({ question, verdict }: Answered): Demands['kept'] {
  if (question.kind === 'permit' && verdict.kind === 'allowed') return [{ question, isReachable: true }]
  if (question.kind === 'assert' && verdict.kind === 'forbidden') return [{ question, isReachable: false }]
  return []
}
