/** Verdicts that depend on where memory lies, which PTX leaves open: the model does not cover them. */

import type { Program } from '../../litmus/program.js'
import { formatPlace } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Arrangement } from '../events/graph/regions.js'
import { objectsIn } from '../events/memory/layout.js'
import { arrangementsOf } from '../events/memory/starts.js'
import type { Answered, Decision, UndefinedBehaviour, Verdict } from './verdict.js'

/** The arrangements of memory in which a program whose results may depend on it is decided, besides the first. */
export const otherArrangements = (program: Program): readonly Arrangement[] =>
  arrangementsOf(objectsIn(program)).slice(1)

/**
 * The decision if it is the same with memory elsewhere; the questions for which it is not are not covered. What is undefined in one arrangement
 * is undefined: a program may be given that one. Then the decision is that which shows it.
 */
export function wherever<D extends Decision>(here: D, others: readonly (() => D)[]): D {
  let decision = here
  for (const other of others) {
    if (reachesUndefined(decision)) break
    const there = other()
    decision = reachesUndefined(there) ? there : inBoth(decision, there)
  }
  return decision
}

const reachesUndefined = ({ answers }: Decision): boolean =>
  answers.some(({ undefined: reached }) => isReached(reached))

/** Returns whether undefined behaviour is known to be reached. */
export const isReached = (reached: UndefinedBehaviour): boolean => reached.kind === 'known' && reached.found.length > 0

const inBoth = <D extends Decision>(here: D, there: Decision): D => ({
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
  const reason = 'the verdict depends on where objects lie in memory, which is unspecified'
  const place = sensitive()
  return { kind: 'not covered', reason: place === undefined ? reason : `${reason}: ${formatPlace(place)}` }
}

/** Returns what must be the same wherever memory lies. */
const kindsOf = ({ verdict, liveness, undefined: reached }: Answered): string =>
  JSON.stringify([
    verdict.kind,
    verdict.kind === 'forbidden' && verdict.vacuous,
    liveness?.kind,
    reached.kind === 'known' ? reached.found.map(({ thread, instruction }) => [thread, instruction]) : reached.kind,
  ])
