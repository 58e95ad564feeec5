/** Verdicts that depend on where memory lies, which PTX leaves open: the model does not cover them. */

import { formatPlace } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import type { Answered, Decision } from './verdict.js'

/** The decision if it is the same with memory elsewhere; the questions for which it is not are not covered. */
export const wherever = <D extends Decision>(here: D, there: Decision): D => ({
  ...here,
  answers: here.answers.map((answer, i): Answered => {
    const other = must(there.answers[i], 'an answer to each question')
    if (kindsOf(answer) === kindsOf(other)) return answer
    if (other.verdict.kind === 'undecided') return { ...answer, verdict: other.verdict }
    const place = must(here.graph.sensitive, 'the place of a computation that depends on where memory lies')
    const reason = `the verdict depends on where memory lies, which is unspecified: ${formatPlace(place)}`
    return { ...answer, verdict: { kind: 'not covered', reason } }
  }),
})

/** What must be the same wherever memory lies. */
const kindsOf = ({ verdict, liveness, undefined: reached }: Answered): string =>
  JSON.stringify([
    verdict.kind,
    verdict.kind === 'forbidden' && verdict.vacuous,
    liveness?.kind,
    reached.kind === 'known' ? reached.found.map(({ thread, instruction }) => [thread, instruction]) : reached.kind,
  ])
