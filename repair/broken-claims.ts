/** What is wrong with a changed program besides the goal of the search: claims that are not met, and hangs. */

import { decide, type Options } from '../encoder/decide/decide.js'
import type { Answered, Decision } from '../encoder/decide/verdict.js'
import type { Solver } from '../encoder/solver/smt.js'
import type { Program, Question } from '../litmus/program.js'
import { anything } from './judge.js'
import type { Besides, Goal } from './result.js'

/** Returns what is wrong with a program that reaches the goal, given the decision on the unchanged one. */
export const besides = (
  program: Program,
  goal: Goal,
  before: Decision,
  solver: Solver,
  options: Options,
): Required<Besides> => ({
  unmet: brokenClaims(program, goal, before, solver, options),
  hangs: goal.ends !== true && mayHang(before.answers) && mayHang(again(program, solver, options)),
})

const again = (program: Program, solver: Solver, options: Options): readonly Answered[] =>
  decide({ ...program, questions: [anything(program)] }, solver, options).answers

/** No repair makes a thread hang that did not hang before. */
const mayHang = ([answer]: readonly Answered[]): boolean => answer?.liveness?.kind === 'hangs'

/**
 * Returns the claims that are not met in a program that reaches the goal, in its order: permits that the goal rules
 * out, and claims that were not met before and still are not, decided afresh. All others still hold.
 */
function brokenClaims(
  program: Program,
  goal: Goal,
  { answers }: Decision,
  solver: Solver,
  options: Options,
): readonly Question[] {
  const sought = goal.kind === 'claims' ? goal.questions : []
  const against = sought.filter(({ kind }) => kind === 'permit')
  const open = answers.filter((one) => !sought.includes(one.question) && isUnmet(one)).map(({ question }) => question)
  const still =
    open.length === 0 ? [] : decide({ ...program, questions: open }, solver, options).answers.filter(isUnmet)
  const all = [...against, ...still.map(({ question }) => question)]
  return program.questions.filter((one) => all.includes(one))
}

/** Returns whether a claim is not met. No claim is met if behaviour is undefined. */
function isUnmet({ question, verdict, undefined: reached }: Answered): boolean {
  if (question.kind === 'check') return false
  if (reached.kind === 'known' && reached.found.length > 0) return true
  if (question.kind === 'permit') return verdict.kind === 'forbidden'
  return verdict.kind === 'allowed' || (verdict.kind === 'forbidden' && verdict.vacuous)
}
