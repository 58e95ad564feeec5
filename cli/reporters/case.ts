/** The cases of a test runner: what a run decided, each passed, failed or left out. */

import type { Standing } from '../../answers/standing.js'
import type { ErrorReport } from '../../report/parts.js'
import { printable } from '../../source/diagnostic.js'
import { type FilePosition, inputAt, placeOf, placeText } from './place.js'

/** `racy`: accesses race. `unguarded`: nothing notices the loss of what an audit is about. `error`: an input cannot be used, or the run was interrupted. */
export type CaseStanding = Standing | 'racy' | 'unguarded' | 'error'

/** A question, a race or the absence of races in a test, a piece of an audit, or an error. */
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

/** A run as reporters write it. */
export interface Reported {
  readonly command: 'check' | 'races' | 'audit'
  readonly versions: { readonly [name: string]: string | undefined }
  readonly model: string
  readonly solver: string
  readonly cases: readonly Case[]
  readonly exitStatus: number
}

/** Returns the details of a case, and its other places, in lines. */
export const detailLines = ({ details, related }: Case): readonly string[] => [
  ...details,
  ...related.map(({ place, message }) => `${placeText(place)}: ${message}`),
]

/** Returns the case of an error. */
export function caseOfError({ message, place }: ErrorReport): Case {
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
