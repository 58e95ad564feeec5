/** The pieces of an audit as reporters write them: a case for each. */

import { racesSentences, saidOf, togetherLines } from '../../audit/text.js'
import type { AuditDocument, PieceDocument } from '../../report/audit.js'
import { printable } from '../../source/diagnostic.js'
import { restTexts } from '../../witness/rests.js'
import type { Case, CaseStanding, Reported } from '../reporters/case.js'
import { placeIn, relatedAt } from '../reporters/place.js'

/** Returns the cases of the pieces in order, or one for a test that is not audited. */
export function reportedOf(
  document: AuditDocument,
  { seconds, versions }: { readonly seconds: number; readonly versions: Reported['versions'] },
): Reported {
  const { test, model, result, reason = '', pieces, exitStatus } = document
  const path = test.replace(/#\d+$/, '')
  const about = { file: printable(path), isQualified: false, related: [] }
  const whole: Case = {
    ...about,
    standing: result === 'audited' ? 'as expected' : result === 'broken' ? 'not as expected' : result,
    name: 'audit',
    place: placeIn(path, path),
    message: printable(reason),
    details: [],
    seconds,
  }
  const details = [...restTexts(document), racesSentences(document), ...togetherLines(document)]
    .filter((text) => text !== '')
    .map(printable)
  const cases = pieces.map((one): Case => {
    const { number, instruction } = one
    const [at] = relatedAt(path, one, '')
    return {
      ...about,
      standing: standings[one.need],
      name: `piece ${number}`,
      place: at?.place,
      message: printable(`${instruction}: ${saidOf(one)}`),
      details,
      seconds: seconds / pieces.length,
    }
  })
  return {
    ...{ command: 'audit', versions, model, solver: 'sat', exitStatus },
    cases: result === 'audited' && cases.length > 0 ? cases : [whole],
  }
}

const standings: { readonly [N in PieceDocument['need']]: CaseStanding } = {
  needed: 'as expected',
  'may be weaker': 'unguarded',
  'not needed': 'unguarded',
  'not reached': 'unguarded',
  undecided: 'undecided',
}
