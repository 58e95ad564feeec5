/** Renders as text whether a test has data races. */

import type { Model } from '../../axioms/algebra/terms.js'
import { namedEvents } from '../../explain/in-cuda.js'
import { idleLines } from '../../explain/text/idle-fences.js'
import { inCudaLines } from '../../explain/text/in-cuda.js'
import { raceAnswerText } from '../../explain/text/race-answer.js'
import { raceLines } from '../../explain/text/races.js'
import { type Program, testName } from '../../litmus/program.js'
import type { RaceVerdict } from '../../races/find-races.js'
import { idleIn } from '../../races/idle-fences.js'
import { type Conclusion, markOf } from '../../report/conclusion.js'
import type { RacesReport } from '../../report/explanation.js'
import { printable } from '../../source/diagnostic.js'
import { witnessOf } from '../../witness/build.js'
import { undefinedReportTexts } from '../../witness/labels.js'
import { restTexts } from '../../witness/rests.js'
import { type TextOptions, witnessText } from '../../witness/text.js'
import { viewOf } from '../../witness/view.js'
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
  const line = [
    `${marks(colours)[markOf[conclusion]]}  ${printable(testName(test))}  ${raceAnswerText(verdict, report)}${strictText(report)}`,
    ...restTexts(report).map((text) => `    ${text}`),
    ...(isKnown ? undefinedReportTexts({ undefined: reached }, kind === 'racy').map((text) => `    ${text}`) : []),
  ].join('\n')
  if (verdict.kind !== 'racy') return line
  const { graph, execution, races } = verdict
  const idle = idleIn(graph, execution, model, races)
  const witness = witnessOf({ graph, model, execution })
  const { isShown } = viewOf(witness, texts)
  return [
    line,
    ...raceLines(graph, execution, races),
    ...idleLines(graph, idle),
    ...inCudaLines(graph, namedEvents(graph, idle, isShown)),
    '',
    witnessText(witness, texts),
    '',
  ].join('\n')
}

/** `  ptx-9.4-strict: racy`; nothing if the strict form of the model agrees. */
const strictText = ({ strict }: Pick<RacesReport['tests'][number], 'strict'>): string =>
  strict === undefined
    ? ''
    : `  ${strict.model}: ${strict.verdict === 'undefined' ? 'undefined behaviour is reachable' : strict.verdict}`
