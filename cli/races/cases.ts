/** The tests of a run of `races` as reporters write them: a case for each race, or one for a test without races. */

import type { RacesReport } from '../../report/explanation.js'
import { restsText, undefinedText } from '../../report/verdict.js'
import { printable } from '../../source/diagnostic.js'
import { undefinedReportTexts } from '../../witness/labels.js'
import { restTexts } from '../../witness/rests.js'
import { type Case, caseOfError, type Reported } from '../reporters/case.js'
import { placeIn, placeOf, relatedAt } from '../reporters/place.js'
import { conclusionOf } from './conclusion.js'

/** The result of a test, and how long it took. */
export interface TimedRaces {
  readonly report: RacesReport['tests'][number]
  readonly seconds: number
}

/** Returns the cases of the tests in order, then those of the errors. */
export const reportedOf = (
  { model, errors, exitStatus }: Pick<RacesReport, 'model' | 'errors' | 'exitStatus'>,
  tests: readonly TimedRaces[],
  { strict, versions }: { readonly strict: boolean; readonly versions: Reported['versions'] },
): Reported => ({
  command: 'races',
  versions,
  model,
  solver: 'sat',
  exitStatus,
  cases: [...tests.flatMap((one) => casesOf(one, strict)), ...errors.map(caseOfError)],
})

function casesOf({ report, seconds }: TimedRaces, strict: boolean): readonly Case[] {
  const { test, findings = [], undefined: reached, verdict, within } = report
  const path = test.replace(/#\d+$/, '')
  const about = { file: printable(path), seconds, isQualified: false, related: [] }
  const races = findings.map((one, i): Case => {
    const [at] = relatedAt(path, one, one.sentence)
    return {
      ...about,
      standing: 'racy',
      name: `race ${i + 1}`,
      place: at?.place ?? placeOf(path),
      message: printable(one.sentence),
      details: [],
      related: one.related.flatMap((other) => relatedAt(path, other, other.message)),
      seconds: i === 0 ? seconds : 0,
    }
  })
  const stops = (reached ?? []).flatMap((stop) =>
    relatedAt(path, stop, `${stop.thread} ${stop.problem === 'trap' ? 'traps' : 'does what is undefined'} here`),
  )
  const isUndefined = reached !== null && reached.length > 0
  const conclusion = conclusionOf(report, strict)
  const otherwise: Case = {
    ...about,
    standing: conclusion === 'nothing expected' ? 'as expected' : conclusion,
    isQualified: conclusion === 'nothing expected',
    name: 'races',
    place: stops[0]?.place ?? placeIn(path, path),
    message: printable(
      isUndefined
        ? undefinedText(reached)
        : `${verdict}${within === undefined ? '' : ` within bound ${within.bound}`}${restsText(report)}`,
    ),
    details: [
      ...(report.reason === undefined ? [] : [report.reason]),
      ...restTexts(report),
      ...undefinedReportTexts({ undefined: reached }),
    ].map(printable),
    related: stops.slice(1),
  }
  return races.length === 0 || isUndefined ? [...races, otherwise] : races
}
