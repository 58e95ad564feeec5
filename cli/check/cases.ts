/** The questions of a run of `check` as reporters write them. */

import { detailsOf } from '../../answers/details.js'
import { expectationText } from '../../answers/expectation.js'
import { qualificationsOf } from '../../answers/qualified.js'
import { type Demands, standingOf } from '../../answers/standing.js'
import type { CheckReport, QuestionReport } from '../../report/check.js'
import { answerText } from '../../report/verdict.js'
import { printable } from '../../source/diagnostic.js'
import { type Case, caseOfError, type Reported } from '../reporters/case.js'
import { type InstructionPlace, placeIn, placeOf, relatedAt } from '../reporters/place.js'

/** The parts of the document that reporters use. */
type Checked = Pick<CheckReport, 'versions' | 'model' | 'solver' | 'questions' | 'errors' | 'exitStatus'>

/** Returns the cases of the questions in order, then those of the errors. */
export const reportedOf = (
  { versions, model, solver, questions, errors, exitStatus }: Checked,
  demands: Demands,
): Reported => ({
  command: 'check',
  versions,
  model,
  solver,
  exitStatus,
  cases: [
    ...questions.map((question) => caseOf(question, demands)),
    ...errors.map(caseOfError),
    ...(exitStatus === 130 ? [interruption] : []),
  ],
})

function caseOf(one: QuestionReport, demands: Demands): Case {
  const path = one.row === undefined ? one.test : one.test.slice(0, one.test.lastIndexOf('#'))
  const row = one.row === undefined ? '' : `#${one.row.number} `
  const standing = standingOf(one, demands)
  const { read, build, load, solve } = one.milliseconds
  const expectation = expectationText(one)
  // The answer says `(vacuous)` already.
  const isBroken = standing === 'not as expected'
  const claim = placeIn(path, one.place) ?? placeOf(path)
  const mistakes = mistakesIn(one, path)
  const [mistake, ...others] = mistakes
  // Otherwise the answer is as the test wants it, and the places say more about that.
  const shown = isBroken || standing === 'not covered' ? mistake : undefined
  const claimed = claim?.line === undefined ? [] : [{ message: 'the claim', place: claim }]
  const objection =
    expectation === 'is vacuous' ? 'no execution both ends and meets the demands of the test' : expectation
  return {
    standing,
    isQualified: standing === 'as expected' && qualificationsOf(one, demands.mustEnd).length > 0,
    file: printable(path),
    name: printable(`${row}${one.question}`),
    place: shown?.place ?? claim,
    message: printable(`${one.question}: ${[answerText(one.kind, one), ...(isBroken ? [objection] : [])].join(', ')}`),
    details: [...(isBroken && one.finding !== undefined ? [one.finding.sentence] : []), ...detailsOf(one)].flatMap(
      (text) => text.split('\n').map(printable),
    ),
    related: shown === undefined ? mistakes : [...others, ...claimed],
    seconds: (read + build + load + solve) / 1000,
  }
}

/**
 * Returns where behaviour is undefined, what races or which fence does not count in the execution that violates a claim,
 * and where threads wait for ever. The place that matters most comes first: undefined behaviour overrides all else.
 */
function mistakesIn({ hang = [], undefined: reached, finding }: QuestionReport, path: string): Case['related'] {
  const at = (where: InstructionPlace, message: string) => relatedAt(path, where, message)
  return [
    ...(reached ?? []).flatMap((stop) =>
      at(stop, `${stop.thread} ${stop.problem === 'trap' ? 'traps' : 'does what is undefined'} here`),
    ),
    ...(finding === undefined
      ? []
      : [...at(finding, finding.sentence), ...finding.related.flatMap((other) => at(other, other.message))]),
    ...hang.flatMap((wait) => at(wait, `${wait.thread} waits for ever here`)),
  ]
}

const interruption: Case = {
  standing: 'error',
  isQualified: false,
  file: 'ptx-litmus check',
  name: 'interrupted',
  place: undefined,
  message: 'interrupted: the other questions have no answer',
  details: [],
  related: [],
  seconds: 0,
}
