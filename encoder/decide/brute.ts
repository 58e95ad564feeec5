/**
 * The second decision procedure: every candidate execution, one by one, judged by the model over booleans. It is slow,
 * and simple enough to trust.
 */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { buildEvents } from '../events/events.js'
import { defaultBound } from '../events/graph/bound.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Arrangement } from '../events/graph/regions.js'
import type { Extent } from '../execution/candidates.js'
import type { Execution } from '../execution/execution.js'
import { isComplete, reaches } from '../execution/replay.js'
import { mayRestOnUncomputed, uncertainIn } from './certain.js'
import { beforehand, noEvents } from './early-verdicts.js'
import { examine, type Watch } from './examine.js'
import { withoutRaces } from './mixed-sizes.js'
import { boundedEnding, listStates, type Outcomes, type OutcomesOptions, stateKey } from './outcomes.js'
import type { Ending } from './solutions.js'
import { mayBeUncovered } from './uncovered.js'
import { decidingUnknowns, uninitialisedIn } from './unknown-answers.js'
import {
  type Decision,
  type Liveness,
  notReached,
  noUndefined,
  type Undecided,
  type UndefinedBehaviour,
  type Verdict,
} from './verdict.js'
import { otherArrangements, wherever } from './wherever.js'

/** No more candidate executions than this are listed. This many take about a minute. */
const mostCandidates = 200_000

/** The results without a solver, and whether all candidate executions were examined. */
export interface BruteDecision extends Decision {
  readonly listed: Extent
}

/**
 * Decides as `decide` does, without a solver. A question that would take too long is undecided, and the reason names
 * the limit.
 */
export function bruteForce(program: Program, model: Model, options: BruteOptions = {}): BruteDecision {
  const decision = bruteForceIn(program, model, options, 0)
  const others = decision.graph.sensitive() === undefined ? [] : otherArrangements(program)
  return wherever(
    decision,
    others.map((other) => () => bruteForceIn(program, model, options, other)),
  )
}

interface BruteOptions {
  readonly bound?: number | undefined
  readonly most?: number
}

function bruteForceIn(
  program: Program,
  model: Model,
  { bound = defaultBound, most = mostCandidates }: BruteOptions,
  arrangement: Arrangement,
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
    const unknownsOf = decidingUnknowns(graph)
    const also = { undefined: reached, ...(liveness === undefined ? {} : { liveness }) }
    const verdicts = program.questions.map((question, i) => {
      const verdict = verdictOn(i)
      const isAnswer = verdict.kind === 'allowed' || verdict.kind === 'forbidden'
      return { question, verdict, unknowns: isAnswer ? unknownsOf(question, isUsed) : [], ...also }
    })
    const solve = (performance.now() - start) / Math.max(1, verdicts.length)
    return { graph, model, answers: verdicts.map((one) => ({ ...one, solve })), build: 0, load: 0, listed }
  }
  const refusal = beforehand(program, model, bound, 'final states', Number.POSITIVE_INFINITY)
  if (refusal !== undefined) return decided(noEvents(program), () => refusal, 'all')
  const graph = buildEvents(program, bound, 'final states', arrangement)
  const unknown = withoutRaces(graph, model)
  if (unknown !== undefined) return decided(graph, () => unknown, 'all')
  const { verdictOn, liveness, reached, isUsed, listed } = enumerate(graph, model, most)
  return decided(graph, verdictOn, listed, liveness, reached, isUsed)
}

/** Lists outcomes as `outcomes` does, without a solver. */
export function bruteOutcomes(
  program: Program,
  options: Omit<OutcomesOptions, 'timeout'> & { readonly most?: number },
): Outcomes {
  const { model, limit, most = mostCandidates } = options
  return listStates(program, options, (graph, observed) => {
    const executions = new Map<string, Execution>()
    let isLimited = false
    const fresh = (finals: readonly Execution[]) =>
      finals.flatMap((execution) => {
        const key = stateKey(graph, observed, execution)
        return executions.has(key) || !isComplete(graph, execution) ? [] : [{ key, execution }]
      })
    const states: Watch = {
      isNews: (_, finals) => fresh(finals).length > 0,
      see: (_, finals) => {
        for (const { key, execution } of fresh(finals)) {
          isLimited ||= !executions.has(key) && executions.size === limit
          if (isLimited) return
          executions.set(key, execution)
        }
      },
    }
    const { uncovered, reason, within, liveness, reached } = examine(graph, model, most, {
      watches: [states],
      isOver: (isUncovered) => isUncovered || isLimited,
    })
    if (uncovered !== undefined) return { found: [], ending: uncovered }
    if (isLimited) return { found: [...executions.values()], ending: { kind: 'limited' } }
    const ending: Ending = reason === undefined ? { kind: 'complete' } : { kind: 'undecided', reason }
    return { found: [...executions.values()], ending: boundedEnding(ending, within), liveness, undefined: reached }
  })
}

/** Returns the verdict on each question, by its index, and what is known of hangs, once all candidates are judged. */
function enumerate(
  graph: EventGraph,
  model: Model,
  most: number,
): {
  readonly verdictOn: (question: number) => Verdict
  readonly liveness: Liveness | undefined
  readonly reached: UndefinedBehaviour
  /** Returns whether an execution uses a location that is not initialised; undefined if this is unknown. */
  readonly isUsed: (location: number) => boolean
  readonly listed: Extent
} {
  const { questions } = graph.program
  const reached: (Execution | undefined)[] = questions.map(() => undefined)
  let complete = false
  const uninitialised = new Set<number>()
  const uncertain: (Undecided | undefined)[] = questions.map(() => undefined)
  const shown: (Execution | undefined)[] = questions.map(() => undefined)
  const missed = questions.map(() => false)
  const answers = (finals: readonly Execution[]) =>
    finals.flatMap((execution) =>
      questions.flatMap((question, i) => {
        if (reached[i] !== undefined || !reaches(question, graph, execution)) return []
        const reason = uncertainIn(graph, question, execution)
        return reason !== undefined && uncertain[i] !== undefined ? [] : [{ execution, i, reason }]
      }),
    )
  /** Returns the questions whose outcome an execution does not reach, if that matters. */
  const misses = (finals: readonly Execution[]): readonly number[] =>
    questions.flatMap((question, i) =>
      mayRestOnUncomputed(graph)(question) && finals.some((execution) => !reaches(question, graph, execution))
        ? [i]
        : [],
    )
  const completes = (finals: readonly Execution[]): boolean => finals.some((execution) => isComplete(graph, execution))
  const used = (finals: readonly Execution[]): readonly number[] =>
    finals.flatMap((execution) => uninitialisedIn(graph, execution))
  const watches: readonly Watch[] = [
    {
      isNews: (_, finals) => answers(finals).length > 0,
      see: (_, finals) => {
        for (const { execution, i, reason } of answers(finals))
          if (reason === undefined) reached[i] ??= execution
          else {
            uncertain[i] ??= reason
            shown[i] ??= execution
          }
      },
    },
    {
      isNews: (_, finals) => misses(finals).some((i) => !missed[i]),
      see: (_, finals) => {
        for (const i of misses(finals)) missed[i] = true
      },
    },
    {
      isNews: (_, finals) => !complete && completes(finals),
      see: (_, finals) => {
        complete ||= completes(finals)
      },
    },
    {
      isNews: (_, finals) => used(finals).some((location) => !uninitialised.has(location)),
      see: (_, finals) => {
        for (const location of used(finals)) uninitialised.add(location)
      },
    },
  ]
  const { uncovered, reason, within, listed, ...rest } = examine(graph, model, most, { watches })
  const verdictOn = (question: number): Verdict => {
    if (uncovered !== undefined) return uncovered
    if (mayBeUncovered(graph) && reason !== undefined) return { kind: 'undecided', reason }
    const execution = reached[question]
    if (execution !== undefined) return { kind: 'allowed', execution }
    if (reason !== undefined) return { kind: 'undecided', reason }
    const rests = uncertain[question]
    if (rests !== undefined && missed[question]) return rests
    if (rests !== undefined)
      return { kind: 'allowed', execution: must(shown[question], 'an execution that reaches it') }
    return notReached(graph, !complete, within)
  }
  return {
    verdictOn,
    ...rest,
    isUsed: (location) => reason !== undefined || uninitialised.has(location),
    listed,
  }
}
