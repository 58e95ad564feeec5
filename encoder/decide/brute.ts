/**
 * The second decision procedure: every candidate execution, one by one, judged by the model over booleans. Slow, and simple enough to be
 * believed.
 */

import { match } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Program } from '../../litmus/program.js'
import { buildEvents } from '../events/events.js'
import { defaultBound } from '../events/graph/bound.js'
import type { EventGraph } from '../events/graph/event.js'
import type { LayoutOrder } from '../events/graph/regions.js'
import { candidates, counting, type Extent, finalChoices } from '../execution/candidates.js'
import type { Execution } from '../execution/execution.js'
import { endsIn, hangIn, isComplete, isConsistent, loopsCut, reaches } from '../execution/replay.js'
import { beforehand, noEvents } from './beforehand.js'
import { wherever } from './elsewhere.js'
import { type NotCovered, withoutRaces } from './mixed-sizes.js'
import { boundedEnding, listStates, type Outcomes, type OutcomesOptions, stateKey } from './outcomes.js'
import type { Ending } from './solutions.js'
import { mayBeUncovered, uncoveredIn } from './uncovered.js'
import { undefinedIn } from './undefined.js'
import { uninitialisedIn, unknownsBehind } from './unknown-answers.js'
import {
  type Decision,
  type Liveness,
  loopsWithin,
  notReached,
  noUndefined,
  type UndefinedBehaviour,
  type UndefinedIn,
  type Verdict,
  type Within,
} from './verdict.js'

/** No more candidate executions than this are listed. This many take about a minute. */
const mostCandidates = 200_000

/** What was decided without a solver, and whether all candidate executions were looked at. */
export interface BruteDecision extends Decision {
  readonly listed: Extent
}

/** As `decide`, without a solver. What would take too long is undecided, and the reason names the limit. */
export function bruteForce(program: Program, model: Model, options: BruteOptions = {}): BruteDecision {
  const decision = bruteForceIn(program, model, options, 'forwards')
  return decision.graph.sensitive() === undefined
    ? decision
    : wherever(decision, bruteForceIn(program, model, options, 'backwards'))
}

interface BruteOptions {
  readonly bound?: number | undefined
  readonly most?: number
}

function bruteForceIn(
  program: Program,
  model: Model,
  { bound = defaultBound, most = mostCandidates }: BruteOptions,
  order: LayoutOrder,
): BruteDecision {
  const start = performance.now()
  const decided = (
    graph: EventGraph,
    verdictOn: (question: number) => Verdict,
    listed: Extent,
    liveness?: Liveness,
    reached: UndefinedBehaviour = noUndefined,
    isUsed: (location: number) => boolean = () => true,
  ): BruteDecision => {
    const behind = unknownsBehind(graph)
    const also = { undefined: reached, ...(liveness === undefined ? {} : { liveness }) }
    const verdicts = program.questions.map((question, i) => {
      const verdict = verdictOn(i)
      const isAnswer = verdict.kind === 'allowed' || verdict.kind === 'forbidden'
      return { question, verdict, unknowns: isAnswer ? behind(question, isUsed) : [], ...also }
    })
    const solve = (performance.now() - start) / Math.max(1, verdicts.length)
    return { graph, model, answers: verdicts.map((one) => ({ ...one, solve })), build: 0, load: 0, listed }
  }
  const known = beforehand(program, model, bound)
  if (known !== undefined) return decided(noEvents(program), () => known, 'all')
  const graph = buildEvents(program, bound, 'final states', order)
  const unknown = withoutRaces(graph, model)
  if (unknown !== undefined) return decided(graph, () => unknown, 'all')
  const { verdictOn, liveness, reached, isUsed, listed } = enumerate(graph, model, most)
  return decided(graph, verdictOn, listed, liveness, reached, isUsed)
}

/** As `outcomes`, without a solver. */
export function bruteOutcomes(
  program: Program,
  options: Omit<OutcomesOptions, 'timeout'> & { readonly most?: number },
): Outcomes {
  const { model, limit, most = mostCandidates } = options
  return listStates(program, options, (graph, observed) => {
    const { listing, listed } = counting(most)
    const found = new Map<string, Execution>()
    const loops = new Set<string>()
    const watch = watchLiveness(graph)
    const watchUndefined = undefinedSeen(graph, model)
    for (const candidate of candidates(graph, model, listing)) {
      const fresh = endings(graph, candidate).flatMap((execution) => {
        const key = stateKey(graph, observed, execution)
        return found.has(key) || !isComplete(graph, execution) ? [] : [{ key, execution }]
      })
      const cut = loopsCut(graph, candidate).filter((loop) => !loops.has(loop))
      // The model does not look at the choice of final writes.
      const matters =
        fresh.length > 0 ||
        cut.length > 0 ||
        watch.isNews(candidate) ||
        watchUndefined.isNews(candidate) ||
        mayBeUncovered(graph)
      if (!matters || !isConsistent(graph, model, candidate)) continue
      const reason = uncoveredIn(graph, model, candidate)
      if (reason !== undefined) return { found: [], ending: reason }
      watchUndefined.see(candidate)
      watch.see(candidate)
      for (const loop of cut) loops.add(loop)
      for (const { key, execution } of fresh) {
        if (!found.has(key) && found.size === limit) return { found: [...found.values()], ending: { kind: 'limited' } }
        found.set(key, execution)
      }
    }
    const reason = unlisted(listed(), most)
    const ending: Ending = reason === undefined ? { kind: 'complete' } : { kind: 'undecided', reason }
    const limits = loopsWithin(graph, loops)
    const liveness = watch.known(limits, reason)
    const reached = watchUndefined.known(reason)
    return { found: [...found.values()], ending: boundedEnding(ending, limits), liveness, undefined: reached }
  })
}

/** Why brute force gives no answer if it did not see all candidates. */
export const unlisted = (listed: Extent, most: number): string | undefined =>
  match(listed)
    .with('all', () => undefined)
    .with('too many', () => `there are more than ${most} candidate executions; brute force stops there`)
    .with('thin air', () => 'values may come out of thin air, and brute force cannot try them all')
    .with('unknown values', () => 'nothing is known about some values, and brute force cannot try them all')
    .exhaustive()

/** The executions that differ from one only in the choice of final writes, itself included. */
export const endings = (graph: EventGraph, candidate: Execution): readonly Execution[] =>
  finalChoices(graph, candidate).map((final) => ({ ...candidate, final }))

/** The verdict on each question, by its index, and what is known of hangs, once all candidates are judged. */
function enumerate(
  graph: EventGraph,
  model: Model,
  most: number,
): {
  readonly verdictOn: (question: number) => Verdict
  readonly liveness: Liveness | undefined
  readonly reached: UndefinedBehaviour
  /** Whether an execution uses a location that is not initialised, as far as that is known. */
  readonly isUsed: (location: number) => boolean
  readonly listed: Extent
} {
  const { questions } = graph.program
  const reached: (Execution | undefined)[] = questions.map(() => undefined)
  const loops = new Set<string>()
  let complete = false
  let uncovered: NotCovered | undefined
  const uninitialised = new Set<number>()
  const watch = watchLiveness(graph)
  const watchUndefined = undefinedSeen(graph, model)
  const { listing, listed } = counting(most)
  for (const candidate of candidates(graph, model, listing)) {
    const finals = endings(graph, candidate)
    const open = finals.flatMap((execution) =>
      questions.flatMap((question, i) =>
        reached[i] === undefined && reaches(question, graph, execution) ? [{ execution, i }] : [],
      ),
    )
    const cut = loopsCut(graph, candidate).filter((loop) => !loops.has(loop))
    const completes: boolean = !complete && finals.some((execution) => isComplete(graph, execution))
    const used = finals.flatMap((execution) => uninitialisedIn(graph, execution))
    // The model is asked only where its answer can matter; it does not depend on the choice of final writes.
    const matters =
      open.length > 0 ||
      cut.length > 0 ||
      completes ||
      watch.isNews(candidate) ||
      watchUndefined.isNews(candidate) ||
      used.some((location) => !uninitialised.has(location)) ||
      (mayBeUncovered(graph) && uncovered === undefined)
    if (!matters || !isConsistent(graph, model, candidate)) continue
    uncovered ??= uncoveredIn(graph, model, candidate)
    watchUndefined.see(candidate)
    complete ||= completes
    watch.see(candidate)
    for (const { execution, i } of open) reached[i] ??= execution
    for (const loop of cut) loops.add(loop)
    for (const location of used) uninitialised.add(location)
  }
  const reason = unlisted(listed(), most)
  const limits = loopsWithin(graph, loops)
  const verdictOn = (question: number): Verdict => {
    if (uncovered !== undefined) return uncovered
    if (mayBeUncovered(graph) && reason !== undefined) return { kind: 'undecided', reason }
    const execution = reached[question]
    if (execution !== undefined) return { kind: 'allowed', execution }
    if (reason !== undefined) return { kind: 'undecided', reason }
    return notReached(graph, !complete, limits)
  }
  return {
    verdictOn,
    liveness: uncovered === undefined ? watch.known(limits, reason) : undefined,
    reached: uncovered === undefined ? watchUndefined.known(reason) : noUndefined,
    isUsed: (location) => reason !== undefined || uninitialised.has(location),
    listed: listed(),
  }
}

/** What consistent executions show about undefined behaviour, one after the other. */
export function undefinedSeen(graph: EventGraph, model: Model) {
  const found = new Map<string, UndefinedIn>()
  const key = ({ thread, instruction }: UndefinedIn): string => `${thread} ${instruction}`
  const fresh = (execution: Execution): readonly UndefinedIn[] =>
    graph.undefined.length === 0 ? [] : undefinedIn(graph, model, execution).filter((one) => !found.has(key(one)))
  return {
    isNews: (candidate: Execution): boolean => fresh(candidate).length > 0,
    see: (consistent: Execution): void => {
      for (const one of fresh(consistent)) found.set(key(one), one)
    },
    known: (reason: string | undefined): UndefinedBehaviour => {
      if (found.size === 0 && reason !== undefined && graph.undefined.length > 0) return { kind: 'undecided', reason }
      const byText = (one: UndefinedIn, other: UndefinedIn) =>
        one.thread - other.thread || one.instruction - other.instruction
      return { kind: 'known', found: [...found.values()].toSorted(byText) }
    },
  }
}

/** What consistent executions show about hangs, one after the other. */
function watchLiveness(graph: EventGraph) {
  let ends = false
  let hang: Execution | undefined
  return {
    isNews: (candidate: Execution): boolean =>
      (!ends && endsIn(graph, candidate)) || (hang === undefined && hangIn(graph, candidate) !== undefined),
    see: (consistent: Execution): void => {
      ends ||= endsIn(graph, consistent)
      if (hang === undefined && hangIn(graph, consistent) !== undefined) hang = consistent
    },
    /** The result, given which loops were cut and why not all executions were examined. */
    known: (within: Within | undefined, reason: string | undefined): Liveness => {
      // Only after all executions are examined is it known that none ends.
      if (hang !== undefined && (ends || reason === undefined))
        return { kind: 'hangs', always: !ends && within === undefined, execution: hang }
      if (reason !== undefined) return { kind: 'undecided', reason }
      return { kind: 'ends', ...(within === undefined ? {} : { within }) }
    },
  }
}
