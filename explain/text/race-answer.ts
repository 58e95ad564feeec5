/** The answer about the data races of a test, in one line. */

import { match, P } from 'ts-pattern'
import type { RaceVerdict } from '../../races/find-races.js'
import type { RacesReport } from '../../report/explanation.js'
import { partialText, restsText, undefinedText } from '../../report/verdict.js'
import { counted } from '../../source/counted.js'
import { loopsCutText } from '../../witness/loops-cut.js'

/** Returns the verdict and what else is reachable. If no execution gets past that, it comes first. */
export function raceAnswerText(verdict: RaceVerdict, report: RacesReport['tests'][number]): string {
  const reached = report.undefined ?? []
  // A race is an execution: only the threads that are left out matter to it.
  const qualified = verdict.kind === 'racy' ? partialText({ partial: report.partial }) : restsText(report)
  if (reached.length === 0) return verdictText(verdict, qualified)
  const stops = undefinedText(reached)
  if (verdict.kind === 'race-free' && !verdict.ends && verdict.within === undefined)
    return `${stops}; race-free before that${qualified}`
  // The loops make the line long, and what is undefined is the reason of its mark.
  return verdict.kind === 'race-free' && verdict.within !== undefined
    ? `${stops}; ${verdictText(verdict, qualified)}`
    : `${verdictText(verdict, qualified)}, ${stops}`
}

/** `qualified`: the qualifications of the verdict besides the bound. */
const verdictText = (verdict: RaceVerdict, qualified: string): string =>
  match(verdict)
    .with({ kind: 'racy' }, ({ races }) => `${counted(races.length, 'data race')} in one execution${qualified}`)
    .with({ kind: 'race-free' }, ({ within, ends }) => {
      const free = within === undefined ? 'race-free' : `race-free within bound ${within.bound}`
      const none =
        within === undefined ? 'no execution ends; `check --hangs` says where' : 'no execution ends within it'
      const cut = within === undefined ? '' : `; loops cut at the bound: ${loopsCutText(within.loops)}`
      return `${free}${qualified}${ends ? '' : `, but ${none}`}${cut}`
    })
    .with({ kind: 'vacuous' }, () => 'vacuous: no execution meets the demands of the test, so none was examined')
    .with({ kind: P.union('undecided', 'not covered') }, ({ kind, reason }) => `${kind}: ${reason}`)
    .exhaustive()
