/** The data races of a test, and their places in its text. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Solver } from '../../encoder/solver/solver.js'
import { raceReportOf } from '../../explain/document.js'
import { idleLines } from '../../explain/text/idle-fences.js'
import { raceAnswerText } from '../../explain/text/race-answer.js'
import { raceLines } from '../../explain/text/races.js'
import type { Program } from '../../litmus/program.js'
import { raceDeviations } from '../../races/deviations.js'
import { findRace } from '../../races/find-races.js'
import { idleIn } from '../../races/idle-fences.js'
import { witnessOf } from '../../witness/build.js'
import { deviationReportOf } from '../../witness/deviations.js'
import { undefinedReportTexts } from '../../witness/labels.js'
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
  const report = {
    ...raceReportOf(test, model, verdict),
    ...deviationReportOf(raceDeviations(test, verdict, (weaker) => findRace(weaker, solver, { model }))),
  }
  const said = raceAnswerText(verdict, report)
  const isKnown = verdict.kind !== 'undecided' && verdict.kind !== 'not covered'
  const rests = [...restTexts(report), ...(isKnown ? undefinedReportTexts(report) : [])]
  if (verdict.kind !== 'racy')
    return { verdict: said, details: rests, races: [], idle: [], marks: [], shown: undefined }
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
    verdict: said,
    details: rests,
    races: races.map((one) => ({ lines: raceLines(graph, execution, [one]), events: one.events })),
    idle: idleLines(graph, idleIn(graph, execution, model, races)),
    marks,
    shown: shownOf(test, witnessOf({ graph, model, execution }), { ...drawing, race: races[0]?.events }),
  }
}
