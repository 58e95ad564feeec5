/** Renders as text whether a test has data races. */

import { match, P } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import { eventsOf } from '../../explain/in-cuda.js'
import { idleLines } from '../../explain/text/idle-fences.js'
import { inCudaLines } from '../../explain/text/in-cuda.js'
import { raceLines } from '../../explain/text/races.js'
import { type Program, testName } from '../../litmus/program.js'
import type { RaceVerdict } from '../../races/find-races.js'
import { idleIn } from '../../races/idle-fences.js'
import { type Conclusion, markOf } from '../../report/conclusion.js'
import type { RacesReport } from '../../report/explanation.js'
import type { UndefinedStop } from '../../report/parts.js'
import { partialText, restsText, undefinedText } from '../../report/verdict.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { witnessOf } from '../../witness/build.js'
import { undefinedReportTexts } from '../../witness/labels.js'
import { restTexts } from '../../witness/rests.js'
import { type TextOptions, witnessText } from '../../witness/text.js'
import { marks } from '../console/marks.js'
import type { Output } from '../console/output.js'

/** Renders a line for the test; if it is racy, followed by the races and their execution. */
export function renderRaces(
  test: Program,
  model: Model,
  verdict: RaceVerdict,
  report: RacesReport['tests'][number],
  {
    colours,
    texts,
    conclusion,
  }: Pick<Output, 'colours'> & { readonly texts: TextOptions; readonly conclusion: Conclusion },
): string {
  const { undefined: reached, verdict: kind } = report
  const isKnown = kind !== 'undecided' && kind !== 'not covered'
  // A race is an execution: only the threads that are left out matter to it.
  const qualified = kind === 'racy' ? partialText({ partial: report.partial }) : restsText(report)
  const line = [
    `${marks(colours)[markOf[conclusion]]}  ${printable(testName(test))}  ${answerText(verdict, qualified, reached ?? [])}${strictText(report)}`,
    ...restTexts(report).map((text) => `    ${text}`),
    ...(isKnown ? undefinedReportTexts({ undefined: reached }).map((text) => `    ${text}`) : []),
  ].join('\n')
  if (verdict.kind !== 'racy') return line
  const { graph, execution, races } = verdict
  return [
    line,
    ...raceLines(graph, execution, races),
    ...idleLines(graph, idleIn(graph, execution, model, races)),
    ...inCudaLines(graph, eventsOf(graph)),
    '',
    witnessText(witnessOf({ graph, model, execution }), texts),
    '',
  ].join('\n')
}

/** `  ptx-9.4-strict: racy`; nothing if the strict form of the model agrees. */
const strictText = ({ strict }: Pick<RacesReport['tests'][number], 'strict'>): string =>
  strict === undefined
    ? ''
    : `  ${strict.model}: ${strict.verdict === 'undefined' ? 'undefined behaviour is reachable' : strict.verdict}`

/** Returns the verdict and what else is reachable. If no execution gets past that, it comes first. */
function answerText(verdict: RaceVerdict, qualified: string, reached: readonly UndefinedStop[]): string {
  if (reached.length === 0) return verdictText(verdict, qualified)
  const stops = undefinedText(reached)
  return verdict.kind === 'race-free' && !verdict.ends && verdict.within === undefined
    ? `${stops}; race-free before that${qualified}`
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
      const cut = within === undefined ? '' : `; loops cut at the bound: ${within.loops.map(printable).join('; ')}`
      return `${free}${qualified}${ends ? '' : `, but ${none}`}${cut}`
    })
    .with({ kind: 'vacuous' }, () => 'vacuous: no execution meets the demands of the test, so none was examined')
    .with({ kind: P.union('undecided', 'not covered') }, ({ kind, reason }) => `${kind}: ${reason}`)
    .exhaustive()
