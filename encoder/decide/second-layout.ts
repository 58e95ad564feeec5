/** Verdicts that depend on where memory lies, which PTX leaves open: the model does not cover them. */

import { formatPlace } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Answered, Decision, Verdict } from './verdict.js'

/** The decision if it is the same with memory elsewhere; the questions for which it is not are not covered. */
export const wherever = <D extends Decision>(here: D, there: Decision): D => ({
  ...here,
  answers: here.answers.map((answer, i): Answered => {
    const other = must(there.answers[i], 'an answer to each question')
    if (kindsOf(answer) === kindsOf(other)) return answer
    if (other.verdict.kind === 'undecided') return { ...answer, verdict: other.verdict }
    return { ...answer, verdict: dependsOnLayout(here.graph) }
  }),
})

/** The verdict on what depends on where memory lies, with the place of a computation that may be why. */
export function dependsOnLayout({ sensitive }: EventGraph): Extract<Verdict, { readonly kind: 'not covered' }> {
  const reason = 'the verdict depends on where memory lies, which is unspecified'
  const place = sensitive()
  return { kind: 'not covered', reason: place === undefined ? reason : `${reason}: ${formatPlace(place)}` }
}

/** What must be the same wherever memory lies. */
const kindsOf = ({ verdict, liveness, undefined: reached }: Answered): string =>
  JSON.stringify([
    verdict.kind,
    verdict.kind === 'forbidden' && verdict.vacuous,
    liveness?.kind,
    reached.kind === 'known' ? reached.found.map(({ thread, instruction }) => [thread, instruction]) : reached.kind,
  ])
