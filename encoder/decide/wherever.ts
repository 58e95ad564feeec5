/**
 * Decides programs in several memory layouts. PTX leaves open where memory lies, so the model does not cover verdicts
 * that depend on it.
 */

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

/**
 * Returns the arrangements of memory, besides the first, in which to decide a program whose results may depend on them.
 */
export const otherArrangements = (program: Program): readonly Arrangement[] =>
  arrangementsOf(objectsIn(program)).slice(1)

/**
 * Returns the decision if it is the same in all arrangements of memory; questions with different answers are not
 * covered. Behaviour that is undefined in one arrangement is undefined, since a program may be given that one. Then the
 * decision is the one that shows it. The arrangements are a sample, which qualifies every statement about all
 * executions.
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
  // Undefined behaviour in one layout counts in all. A forbidden outcome does not.
  const rests = reachesUndefined(decision) ? isForbidden : restsOnLayouts
  return {
    ...decision,
    answers: decision.answers.map((answer) => (rests(answer) ? { ...answer, layouts } : answer)),
  }
}

const isForbidden = ({ verdict }: Answered): boolean => verdict.kind === 'forbidden'

/**
 * Returns the number of layouts that were tried of a program that depends on where memory lies; undefined if it does
 * not.
 */
export function layoutsTried({ sensitive }: EventGraph, tried: number): LayoutsTried | undefined {
  const place = sensitive()
  if (place === undefined) return undefined
  const source = sourceLine(place)
  return { tried, place: formatPlace(place), ...(source === undefined ? {} : { source }) }
}

/**
 * Returns whether an answer is about all executions. A violation is one execution, in one layout. So is an outcome that
 * is reached, but its test is as expected only if no other layout has undefined behaviour.
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

/**
 * Returns whether the first decision hangs and the second does not, or hangs always and the second only sometimes. All
 * answers of a decision say the same about hangs.
 */
const hangsMore = ({ answers: [one] }: Decision, { answers: [other] }: Decision): boolean =>
  one?.liveness?.kind === 'hangs' &&
  (other?.liveness?.kind !== 'hangs' || (one.liveness.always && !other.liveness.always))

/**
 * Returns the verdict on a question that depends on where memory lies, with the place of a computation that may be the
 * reason.
 */
export function dependsOnLayout({ sensitive }: EventGraph): Extract<Verdict, { readonly kind: 'not covered' }> {
  const reason = 'the verdict depends on where objects lie in memory, which is unspecified'
  const place = sensitive()
  return place === undefined
    ? { kind: 'not covered', reason }
    : { kind: 'not covered', reason: `${reason}: ${shownPlace(place)}`, at: [place] }
}

/** Returns the part of an answer that must be the same wherever memory lies. */
const kindsOf = (answer: Answered): string => JSON.stringify([outcomeOf(answer), answer.liveness?.kind])

/** Returns the same part without hangs. */
const outcomeOf = ({ verdict, undefined: reached }: Answered): string =>
  JSON.stringify([
    verdict.kind,
    verdict.kind === 'forbidden' && verdict.vacuous,
    reached.kind === 'known' ? reached.found.map(({ thread, instruction }) => [thread, instruction]) : reached.kind,
  ])
