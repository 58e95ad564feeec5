/** The data races of a test, and their places in its text. */

import { match, P } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Solver } from '../../encoder/solver/solver.js'
import { raceReportOf } from '../../explain/document.js'
import { idleLines } from '../../explain/text/idle-fences.js'
import { raceLines } from '../../explain/text/races.js'
import type { Program } from '../../litmus/program.js'
import { raceDeviations } from '../../races/deviations.js'
import { findRace } from '../../races/find-races.js'
import { idleIn } from '../../races/idle-fences.js'
import type { RestsReport } from '../../report/parts.js'
import { restsText } from '../../report/verdict.js'
import { counted } from '../../source/counted.js'
import { witnessOf } from '../../witness/build.js'
import { deviationReportOf } from '../../witness/deviations.js'
import { restTexts } from '../../witness/rests.js'
import type { Races, Subject } from '../protocol.js'
import { type Drawing, shownOf } from './execution-view.js'
import { placeOf } from './subject.js'

export function racesIn(
  test: Program,
  model: Model,
  { solver, subject, drawing }: { readonly solver: Solver; readonly subject: Subject; readonly drawing: Drawing },
): Races {
  const verdict = findRace(test, solver, { model })
  if (verdict.kind !== 'racy') {
    const report = {
      ...raceReportOf(test, model, verdict),
      ...deviationReportOf(raceDeviations(test, verdict, (weaker) => findRace(weaker, solver, { model }))),
    }
    return { verdict: verdictText(verdict, report), lines: restTexts(report), marks: [], shown: undefined }
  }
  const { graph, execution, races } = verdict
  const placeOfEvent = (id: number) => {
    const { thread = -1, instruction = -1 } = graph.events[id]?.origin ?? {}
    const span = test.threads[thread]?.instructions[instruction]?.span
    return span === undefined ? undefined : placeOf(span, subject)
  }
  const marks = races.flatMap(({ events: [a, b] }) =>
    [
      [a, b],
      [b, a],
    ].flatMap(([one = a, other = b]) => {
      const [place, otherPlace] = [placeOfEvent(one), placeOfEvent(other)]
      const what = otherPlace?.in === 'test' ? `line ${otherPlace.line}` : 'code that is not shown here'
      return place === undefined ? [] : [{ place, message: `races with ${what}` }]
    }),
  )
  return {
    verdict: `${counted(races.length, 'data race')} in one execution`,
    lines: [...raceLines(graph, execution, races), ...idleLines(graph, idleIn(graph, execution, model, races))],
    marks,
    shown: shownOf(test, witnessOf({ graph, model, execution }), drawing),
  }
}

const verdictText = (verdict: Exclude<ReturnType<typeof findRace>, { kind: 'racy' }>, report: RestsReport): string =>
  match(verdict)
    .with({ kind: 'race-free' }, ({ within, ends }) =>
      [
        `race-free${within === undefined ? '' : ` within bound ${within.bound}`}${restsText(report)}`,
        ...(ends ? [] : ['but no execution ends']),
      ].join(', '),
    )
    .with({ kind: 'vacuous' }, () => 'vacuous: no execution meets the demands of the test, so none was examined')
    .with({ kind: P.union('undecided', 'not covered') }, ({ kind, reason }) => `${kind}: ${reason}`)
    .exhaustive()
