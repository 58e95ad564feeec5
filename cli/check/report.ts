/** The result of a run of `check`. */

import { isDecided, isOpen } from '../../answers/details.js'
import type { Solver } from '../../encoder/solver/smt.js'
import type { CheckReport, QuestionReport } from '../../report/check.js'
import { exitStatusOf } from '../console/status.js'
import { packageVersions } from '../console/versions.js'
import type { CheckArguments } from './command.js'

/** The whole document except the versions. */
export type CheckSummary = Omit<CheckReport, 'versions'>

/** What is demanded of all questions. */
export interface Demands {
  /** Whether every execution must end. */
  readonly mustEnd: boolean
  /** Whether a verdict that holds only within the bound leaves its question open. */
  readonly strict: boolean
}

export const demandsOf = ({ hangs, strict }: CheckArguments): Demands => ({ mustEnd: hangs, strict })

export interface Checked extends Demands, Pick<CheckReport, 'model' | 'solver' | 'shard' | 'questions' | 'errors'> {
  /** The counts. */
  readonly files: number
  readonly tests: number
  readonly interrupted: boolean
}

/** Whether a question needs attention: it is not as expected, or open. */
export const isProblem = (one: QuestionReport, strict: boolean): boolean =>
  one.asExpected === false || isOpen(one, strict)

export function summaryOf({
  model,
  solver,
  shard,
  questions,
  errors,
  files,
  tests,
  interrupted,
  mustEnd,
  strict,
}: Checked): CheckSummary {
  const count = (matches: (one: QuestionReport) => boolean): number => questions.filter(matches).length
  const broken = count(({ asExpected }) => asExpected === false)
  const open = count((one) => isOpen(one, strict) || (mustEnd && one.liveness === 'undecided'))
  return {
    model,
    solver,
    ...(shard === undefined ? {} : { shard }),
    questions,
    errors,
    count: {
      files,
      tests,
      questions: questions.length,
      asExpected: count(({ asExpected }) => asExpected === true),
      broken,
      withoutExpectation: count(
        (one) => one.expected === null && one.asExpected === null && isDecided(one.verdict) && !isOpen(one, false),
      ),
      undecided: count((one) => isOpen(one, false)),
      withinBound: count(({ within }) => within !== undefined),
      vacuous: count(({ vacuous }) => vacuous),
      hanging: count(({ liveness }) => liveness === 'hangs' || liveness === 'can hang'),
      undefined: count(({ undefined: reached }) => reached !== null && reached.length > 0),
      notCovered: count(({ verdict }) => verdict === 'not covered'),
    },
    milliseconds: Math.round(performance.now()),
    exitStatus: interrupted ? 130 : exitStatusOf({ errors: errors.length > 0, bad: broken > 0, open: open > 0 }),
  }
}

/** The document: the summary with the versions of what answered. */
export const withVersions = async (summary: CheckSummary, solver: () => Promise<Solver>): Promise<CheckReport> => ({
  versions: { ...packageVersions(), z3: (await solver()).version, node: process.versions.node },
  ...summary,
})
