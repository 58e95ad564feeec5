/** Verdicts that depend on where memory lies, which PTX leaves open: the model does not cover them. */

import type { Program } from '../../litmus/program.js'
import { formatPlace } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Arrangement } from '../events/graph/regions.js'
import { objectsIn } from '../events/memory/layout.js'
import { arrangementsOf } from '../events/memory/starts.js'
import type { Answered, Decision, LayoutsTried, UndefinedBehaviour, Verdict } from './verdict.js'

/** The arrangements of memory in which a program whose results may depend on it is decided, besides the first. */
export const otherArrangements = (program: Program): readonly Arrangement[] =>
  arrangementsOf(objectsIn(program)).slice(1)

/**
 * The decision if it is the same with memory elsewhere; the questions for which it is not are not covered. What is undefined in one arrangement
 * is undefined: a program may be given that one. Then the decision is that which shows it. The arrangements are a sample: what is said of
 * all executions is qualified by it.
 */
export function wherever<D extends Decision>(here: D, others: readonly (() => D)[]): D {
  let decision = here
  let tried = 1
  for (const other of others) {
    if (reachesUndefined(decision)) break
    const there = other()
    tried++
    decision = reachesUndefined(there) ? there : inBoth(decision, there)
  }
  if (others.length === 0) return decision
  const layouts = layoutsTried(here.graph, tried)
  if (layouts === undefined) return decision
  // Undefined behaviour in one layout is a fact of all. That an outcome is forbidden in that layout is not.
  const rests = reachesUndefined(decision) ? isForbidden : restsOnLayouts
  return {
    ...decision,
    answers: decision.answers.map((answer) => (rests(answer) ? { ...answer, layouts } : answer)),
  }
}

const isForbidden = ({ verdict }: Answered): boolean => verdict.kind === 'forbidden'

/** The number of layouts that were tried of a program that depends on where memory lies; undefined if it does not. */
export function layoutsTried({ sensitive }: EventGraph, tried: number): LayoutsTried | undefined {
  const place = sensitive()
  return place === undefined ? undefined : { tried, place: formatPlace(place) }
}

/**
 * Returns whether an answer speaks of all executions. A violation is one execution, with memory as it lies there. An
 * outcome that is reached is one, too, but its test is as expected only if no other layout has undefined behaviour.
 */
const restsOnLayouts = ({ question, verdict }: Answered): boolean =>
  verdict.kind === 'forbidden' || (verdict.kind === 'allowed' && question.kind !== 'assert')

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
