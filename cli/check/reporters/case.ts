/** The cases of a test runner for a run of `check`: passed, failed or left out. */

import { detailsOf } from '../../../answers/details.js'
import { expectationText } from '../../../answers/expectation.js'
import { qualificationsOf } from '../../../answers/qualified.js'
import { type Demands, type Standing, standingOf } from '../../../answers/standing.js'
import type { CheckReport, QuestionReport } from '../../../report/check.js'
import type { ErrorReport } from '../../../report/parts.js'
import { answerText } from '../../../report/verdict.js'
import { printable } from '../../../source/diagnostic.js'
import { type FilePosition, inputAt, placeOf } from './place.js'

/** `error`: an input cannot be used, or the run was interrupted. */
export type CaseStanding = Standing | 'error'

/** A question, or an error. */
export interface Case {
  readonly standing: CaseStanding
  /** The answer is as expected, but qualified: the message says by what. */
  readonly isQualified: boolean
  /** The file of the test, or the input that the error is about. */
  readonly file: string
  /** The question in its file, with the row of a template; or where the error is. */
  readonly name: string
  /** Undefined if it is in no file. */
  readonly place: FilePosition | undefined
  /** The message, on one line. */
  readonly message: string
  /** Lines that say more. */
  readonly details: readonly string[]
  /** Other places that it is about. */
  readonly related: readonly { readonly message: string; readonly place: FilePosition }[]
  readonly seconds: number
}

/** The parts of the document that reporters use. */
export type Reported = Pick<CheckReport, 'versions' | 'model' | 'solver' | 'questions' | 'errors' | 'exitStatus'>

/** Returns the cases of the questions in order, then those of the errors. */
export const casesOf = ({ questions, errors, exitStatus }: Reported, demands: Demands): readonly Case[] => [
  ...questions.map((question) => caseOf(question, demands)),
  ...errors.map(caseOfError),
  ...(exitStatus === 130 ? [interruption] : []),
]

/** Returns the cases of each file, in order of first appearance. */
function caseOf(one: QuestionReport, demands: Demands): Case {
  const path = one.row === undefined ? one.test : one.test.slice(0, one.test.lastIndexOf('#'))
  const file = printable(path)
  const row = one.row === undefined ? '' : `#${one.row.number} `
  const standing = standingOf(one, demands)
  const { read, build, load, solve } = one.milliseconds
  const expectation = expectationText(one)
  // The answer says `(vacuous)` already.
  const objection =
    expectation === 'is vacuous' ? 'no execution both ends and meets the demands of the test' : expectation
  return {
    standing,
    isQualified: standing === 'as expected' && qualificationsOf(one, demands.mustEnd).length > 0,
    file,
    name: printable(`${row}${one.question}`),
    place: placeIn(path, one.place) ?? placeOf(path),
    message: printable(
      `${one.question}: ${[answerText(one.kind, one), ...(standing === 'not as expected' ? [objection] : [])].join(', ')}`,
    ),
    details: detailsOf(one).flatMap((text) => text.split('\n').map(printable)),
    related: relatedTo(one, path),
    seconds: (read + build + load + solve) / 1000,
  }
}

/**
 * Returns a place in the file of that path if it is there. Places are written without characters that would move the
 * cursor.
 */
function placeIn(path: string, place: string): FilePosition | undefined {
  const at = placeOf(place)
  return at?.file === printable(path) ? { ...at, file: path } : at
}

/** Returns where threads wait for ever, and where behaviour is undefined. */
function relatedTo({ hang = [], undefined: reached }: QuestionReport, path: string): Case['related'] {
  const at = (where: string, message: string) => {
    const place = placeIn(path, where)
    return place === undefined ? [] : [{ message: printable(message), place }]
  }
  return [
    ...hang.flatMap((wait) => at(wait.place, `${wait.thread} waits for ever here`)),
    ...(reached ?? []).flatMap((stop) =>
      at(stop.place, `${stop.thread} ${stop.problem === 'trap' ? 'traps' : 'does what is undefined'} here`),
    ),
  ]
}

function caseOfError({ message, place }: ErrorReport): Case {
  const { input, at } = inputAt(place)
  const [first = '', ...more] = message.split('\n').map(printable)
  return {
    standing: 'error',
    isQualified: false,
    file: printable(input),
    name: at === '' ? 'error' : `error at ${at}`,
    place: placeOf(place),
    message: first,
    details: more,
    related: [],
    seconds: 0,
  }
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
