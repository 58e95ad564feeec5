/**
 * The second decision procedure: every candidate execution, one by one, judged by the model over booleans. Slow, and simple enough to be
 * believed.
 */

import type { Model } from '../axioms/algebra/terms.js'
import type { Program } from '../litmus/program.js'
import { candidates, finalChoices } from './candidates.js'
import { beforehand, type Decision, noEvents, type Verdict } from './decide.js'
import { buildEvents, type EventGraph } from './events.js'
import type { Execution } from './execution.js'
import { isComplete, loopsCut, objections, reaches } from './replay.js'
import { defaultBound } from './unroll.js'

/** More candidate executions than this are not listed; so many take about a minute. */
export const mostCandidates = 200_000

/** As `decide`, without a solver. What would take too long is undecided, with the limit. */
export function bruteForce(
  program: Program,
  model: Model,
  { bound = defaultBound, most = mostCandidates }: { readonly bound?: number | undefined; readonly most?: number } = {},
): Decision {
  const start = performance.now()
  const decided = (graph: EventGraph, verdictOn: (question: number) => Verdict): Decision => {
    const verdicts = program.questions.map((question, i) => ({ question, verdict: verdictOn(i) }))
    const solve = (performance.now() - start) / Math.max(1, verdicts.length)
    return { graph, model, answers: verdicts.map((one) => ({ ...one, solve })), build: 0, load: 0 }
  }
  const known = beforehand(program, model, bound)
  if (known !== undefined) return decided(noEvents(program), () => known)
  const graph = buildEvents(program, bound)
  return decided(graph, enumerate(graph, model, most))
}

/** The verdict on each question, by its index, once all candidates are judged. */
function enumerate(graph: EventGraph, model: Model, most: number): (question: number) => Verdict {
  const { questions } = graph.program
  const reached: (Execution | undefined)[] = questions.map(() => undefined)
  const loops = new Set<string>()
  let listed = 0
  let complete = false
  let guessed = false
  const listing = {
    mayList: (count: number) => {
      listed += count
      return listed <= most
    },
    guesses: () => {
      guessed = true
    },
  }
  for (const candidate of candidates(graph, model, listing)) {
    const finals = finalChoices(graph, candidate.executed, candidate.co).map((final) => ({ ...candidate, final }))
    const open = finals.flatMap((execution) =>
      questions.flatMap((question, i) =>
        reached[i] === undefined && reaches(question, graph, execution) ? [{ execution, i }] : [],
      ),
    )
    const cut = loopsCut(graph, candidate).filter((loop) => !loops.has(loop))
    const completes: boolean = !complete && finals.some((execution) => isComplete(graph, execution))
    // The model is asked only where its answer can matter; it does not hang on the choice of final writes.
    if ((open.length === 0 && cut.length === 0 && !completes) || objections(graph, model, candidate).length > 0)
      continue
    complete ||= completes
    for (const { execution, i } of open) reached[i] ??= execution
    for (const loop of cut) loops.add(loop)
  }
  return (question) => {
    const execution = reached[question]
    if (execution !== undefined) return { kind: 'allowed', execution }
    if (listed > most)
      return { kind: 'undecided', reason: `there are more than ${most} candidate executions; brute force stops there` }
    if (guessed)
      return { kind: 'undecided', reason: 'values may come out of thin air, and brute force cannot try them all' }
    const within = loops.size === 0 ? {} : { within: { bound: graph.bound, loops: [...loops] } }
    return { kind: 'forbidden', vacuous: !complete, ...within }
  }
}
