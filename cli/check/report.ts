/** The result of a run of `check`. */

import type { Demand } from '../../answers/needs/needs.js'
import { qualificationsOf } from '../../answers/qualified.js'
import { type Demands, type Standing, standingOf } from '../../answers/standing.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { CheckReport, QuestionReport } from '../../report/check.js'
import { exitStatusOf } from '../../report/conclusion.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { versionsWith } from '../console/versions.js'
import type { CheckArguments } from './command.js'

/** The whole document except the versions. */
export type CheckSummary = Omit<CheckReport, 'versions'>

export const demandsOf = ({ hangs, strict }: CheckArguments): Demands => ({ mustEnd: hangs, strict })

/** Returns the promises about the schedule. Only a test that must end depends on more than fairness. */
export const promisesIn = ({ hangs, resident, overlap }: CheckArguments): Demand => ({
  examined: hangs,
  resident,
  overlap: overlap && overlap === 'yes',
})

/** Notes on promises that matter to no answer, since no test must end. */
export const idlePromises = ({ hangs, resident, overlap, quiet }: CheckArguments): readonly Diagnostic[] =>
  hangs || quiet
    ? []
    : Object.entries({ '--resident': resident, '--overlap': overlap }).flatMap(([option, value]) =>
        value === undefined
          ? []
          : [diagnostic('without --hangs, a test that can hang is as expected, whatever is promised here', option)],
      )

export interface Checked extends Demands, Pick<CheckReport, 'model' | 'solver' | 'shard' | 'questions' | 'errors'> {
  /** The counts. */
  readonly files: number
  readonly tests: number
  readonly interrupted: boolean
}

const isDecided = ({ verdict }: QuestionReport): boolean => verdict !== 'not covered' && verdict !== 'undecided'

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
  const standings = questions.map((one) => standingOf(one, { mustEnd, strict }))
  const standing = (sought: Standing): number => standings.filter((one) => one === sought).length
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
      broken: standing('not as expected'),
      withoutExpectation: count(
        (one) => one.expected === null && standingOf(one, { mustEnd, strict: false }) === 'nothing expected',
      ),
      undecided: standing('undecided'),
      withinBound: count((one) => isDecided(one) && qualificationsOf(one, mustEnd).includes('bound')),
      forSomeLanes: count((one) => isDecided(one) && one.partial !== undefined),
      withoutTimeouts: count((one) => isDecided(one) && qualificationsOf(one, mustEnd).includes('timeouts')),
      inLayoutsTried: count(({ layouts }) => layouts !== undefined),
      ifResident: count(({ endsIfResident }) => mustEnd && endsIfResident !== undefined),
      ifOverlapping: count(({ endsIfOverlapping }) => mustEnd && endsIfOverlapping !== undefined),
      deviating: count(({ deviations }) => deviations !== undefined),
      vacuous: count(({ vacuous }) => vacuous),
      hanging: count(({ liveness }) => liveness === 'hangs' || liveness === 'can hang'),
      undefined: count(({ undefined: reached }) => reached !== null && reached.length > 0),
      notCovered: count(({ verdict }) => verdict === 'not covered'),
    },
    milliseconds: Math.round(performance.now()),
    exitStatus: exitStatusOf([
      ...standings,
      ...questions.flatMap(({ certificate = {} }) => ('reason' in certificate ? (['undecided'] as const) : [])),
      ...errors.map(() => 'error' as const),
      ...(interrupted ? (['interrupted'] as const) : []),
    ]),
  }
}

/** Returns the document: the summary, and the versions of the tool and of the solver. */
export const withVersions = async (
  summary: CheckSummary,
  solver: (() => Promise<Solver>) | undefined,
): Promise<CheckReport> => ({
  versions: versionsWith(await solver?.()),
  ...summary,
})
