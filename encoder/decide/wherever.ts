/** Verdicts that depend on where memory lies, which PTX leaves open: the model does not cover them. */

import type { Program } from '../../litmus/program.js'
import { formatPlace } from '../../source/diagnostic.js'
import { shownPlace } from '../../source/line.js'
import { must } from '../../source/must.js'
import { sourceLine } from '../../source/source-line.js'
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
  if (place === undefined) return undefined
  const source = sourceLine(place)
  return { tried, place: formatPlace(place), ...(source === undefined ? {} : { source }) }
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

/**
 * Returns the decision on a program that may be given either layout. A hang in one is a hang, and a claim does not hold if no execution ends in one.
 * What hangs is shown in the layout in which it does.
 */
function inBoth<D extends Decision>(here: D, there: D): D {
  const [first, second] = hangsMore(there, here) ? [there, here] : [here, there]
  return {
    ...first,
    answers: first.answers.map((answer, i): Answered => {
      const other = must(second.answers[i], 'an answer to each question')
      const { liveness, question } = answer
      if (kindsOf(answer) === kindsOf(other) && isAlways(answer) === isAlways(other)) return answer
      if (other.verdict.kind === 'undecided') return { ...answer, verdict: other.verdict }
      if (question.kind === 'assert' && isAlways(answer)) return answer
      const either = liveness?.kind === 'hangs' ? { ...answer, liveness: { ...liveness, always: false } } : answer
      const isSame = liveness?.kind === 'hangs' && outcomeOf(answer) === outcomeOf(other)
      return isSame ? either : { ...either, verdict: dependsOnLayout(first.graph) }
    }),
  }
}

const isAlways = ({ liveness }: Answered): boolean => liveness?.kind === 'hangs' && liveness.always

/** All answers of a decision say the same about hangs. */
const hangsMore = ({ answers: [one] }: Decision, { answers: [other] }: Decision): boolean =>
  one?.liveness?.kind === 'hangs' &&
  (other?.liveness?.kind !== 'hangs' || (one.liveness.always && !other.liveness.always))

/** The verdict on what depends on where memory lies, with the place of a computation that may be why. */
export function dependsOnLayout({ sensitive }: EventGraph): Extract<Verdict, { readonly kind: 'not covered' }> {
  const reason = 'the verdict depends on where objects lie in memory, which is unspecified'
  const place = sensitive()
  return { kind: 'not covered', reason: place === undefined ? reason : `${reason}: ${shownPlace(place)}` }
}

/** Returns what must be the same wherever memory lies. */
const kindsOf = (answer: Answered): string => JSON.stringify([outcomeOf(answer), answer.liveness?.kind])

/** The same without hangs. */
const outcomeOf = ({ verdict, undefined: reached }: Answered): string =>
  JSON.stringify([
    verdict.kind,
    verdict.kind === 'forbidden' && verdict.vacuous,
    reached.kind === 'known' ? reached.found.map(({ thread, instruction }) => [thread, instruction]) : reached.kind,
  ])
