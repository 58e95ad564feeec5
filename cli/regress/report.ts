/** The result of a regression, as a document. */

import { exitStatusOf } from '../../report/conclusion.js'
import type { AxiomReport, RegressReport } from '../../report/regress.js'
import { packageVersions } from '../console/versions.js'
import type { Comparison } from './comparison.js'
import type { DecidedFile } from './decide.js'
import type { ReportedError } from './reported.js'

export interface Regression extends Pick<RegressReport, 'comparison' | 'models' | 'updated'> {
  /** The number of files. */
  readonly files: number
  readonly decided: readonly DecidedFile[]
  readonly compared: Comparison
  /** The axioms, for `--each-axiom`. */
  readonly axioms: AxiomReport[]
  readonly errors: readonly ReportedError[]
}

export function regressionReport({ files, decided, compared, axioms, errors, ...rest }: Regression): RegressReport {
  const { changes, equal, bounded, notCovered } = compared
  const count = (kind: (typeof changes)[number]['kind']) => changes.filter((one) => one.kind === kind).length
  const counted = {
    files,
    tests: decided.reduce((sum, { tests }) => sum + tests, 0),
    questions: decided.reduce((sum, { questions }) => sum + questions.length, 0),
    equal,
    bounded,
    changed: count('changed'),
    new: count('new'),
    vanished: count('vanished'),
    undecided: count('undecided'),
    notCovered,
  }
  const differs = counted.changed + counted.new + counted.vanished > 0
  const { comparison, models, updated } = rest
  return {
    versions: { ...packageVersions(), node: process.versions.node },
    comparison,
    models,
    changes: [...changes],
    axioms,
    updated,
    errors: errors.map(({ message, place }) => ({ message, place })),
    count: counted,
    milliseconds: Math.round(performance.now()),
    exitStatus: exitStatusOf([
      ...errors.map(() => 'error' as const),
      differs && !updated && comparison !== 'each-axiom' ? 'not as expected' : 'done',
      counted.undecided > 0 ? 'undecided' : nothingCompared(counted) ? 'not covered' : 'done',
    ]),
  }
}

/** Returns whether there are questions but none that both sides cover. Then it is unknown whether anything differs. */
export const nothingCompared = ({
  equal,
  changed,
  new: added,
  vanished,
  undecided,
  notCovered,
}: RegressReport['count']): boolean => notCovered > 0 && equal + changed + added + vanished + undecided === 0
