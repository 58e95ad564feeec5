/** Finds the minimal sets of axioms that forbid an outcome. */

import type { Apart } from '../axioms/algebra/edit.js'
import { outcomeOf, type Problem, type QuestionGoals } from '../encoder/decide/problem.js'
import type { Patience } from '../encoder/decide/time-limit.js'
import { loopsWithin, type Undecided, type Unknown, undecided, type Within } from '../encoder/decide/verdict.js'
import { within, withProblem } from '../encoder/decide/with-problem.js'
import type { Execution } from '../encoder/execution/execution.js'
import { broken } from '../encoder/execution/replay.js'
import { type Solver, stepsReason } from '../encoder/solver/solver.js'
import type { Question } from '../litmus/program.js'

export interface MinimalSets {
  /**
   * Names of axioms, in the order of the model; smaller sets first. An empty set means that no candidate execution
   * reaches the outcome. `within` is present if executions that meet these axioms go on beyond the bound, or if the
   * solver does not say whether any does.
   */
  readonly sets: readonly { readonly axioms: readonly string[]; readonly within: Within | undefined }[]
  /** Returns an execution that reaches the outcome and meets these parts of axioms, if there is one. */
  readonly under: (parts: readonly string[]) => Execution | undefined
}

/** The most axioms for which all sets are tried, a thousand of them. For models with more, only one set is found. */
const mostTried = 10

/** The number of questions that the solver may give up before it is asked no more. */
const mostGivenUp = 8

/**
 * The result of `use` on the sets, and the number of questions that the solver gave up because it ran out of steps.
 * Then fewer axioms may be enough.
 */
export interface Minimal<T> {
  readonly value: T
  readonly givenUp: number
}

/**
 * Returns the minimal sets of axioms that forbid the outcome of a question, which must be forbidden. `problem` must be
 * prepared with the parts of axioms as goals. `use` gets them while the solver has the problem. `progress` gets the
 * number of questions that the solver was asked. Fails with the solver's reason if it gives no answer, unless it ran
 * out of steps.
 */
export function withMinimalSets<T>(
  problem: Problem<QuestionGoals>,
  parts: Apart['parts'],
  question: Question,
  solver: Solver,
  { patience, progress }: { readonly patience?: Patience; readonly progress: (queries: number) => void },
  use: (minimal: MinimalSets) => T,
): Minimal<T> | Undecided {
  const { graph, model } = problem.encoding
  const names = [...parts.keys()]
  const outcome = outcomeOf(problem, question)
  return withProblem(problem, solver, patience, (open) => {
    const unanswered: Unknown[] = []
    /**
     * The axioms that each execution known to reach the outcome breaks. A set without any of these does not forbid the
     * outcome.
     */
    const brokenSets: (readonly string[])[] = []
    let queries = 0
    const partsOf = (axioms: readonly string[]) => axioms.flatMap((name) => parts.get(name) ?? [])
    const under = (kept: readonly string[]): Execution | Unknown | undefined => {
      const [failed] = unanswered.slice(mostGivenUp - 1)
      if (failed !== undefined) return failed
      progress(queries)
      queries += 1
      const answer = open.under(kept).find(outcome)
      if (answer.kind === 'unsat') return undefined
      if (answer.kind === 'unknown') {
        unanswered.push(answer)
        return answer
      }
      const parted = new Set(broken(graph, model.axioms, answer.execution).map(({ name }) => name))
      brokenSets.push(names.filter((name) => partsOf([name]).some((part) => parted.has(part))))
      return answer.execution
    }
    const forbids = (axioms: readonly string[]): boolean =>
      !brokenSets.some((breaks) => !breaks.some((name) => axioms.includes(name))) &&
      under(partsOf(axioms)) === undefined
    const limits = (axioms: readonly string[]): Within | undefined => {
      const bounds = within(problem, open.under(partsOf(axioms)))
      if (bounds === undefined || !('kind' in bounds)) return bounds
      unanswered.push(bounds)
      return loopsWithin(graph, new Set(graph.cuts.map(({ loop }) => loop)))
    }
    const minimal = names.length <= mostTried ? allMinimal(names, forbids) : [oneMinimal(names, forbids)]
    // All axioms together forbid it, as the verdict says.
    const sets = (minimal.length === 0 ? [names] : minimal).map((axioms) => ({ axioms, within: limits(axioms) }))
    const executionUnder = (kept: readonly string[]): Execution | undefined => {
      const answer = under(kept)
      return answer === undefined || 'kind' in answer ? undefined : answer
    }
    const value = use({ sets, under: executionUnder })
    const failed = unanswered.find(({ reason }) => reason !== stepsReason)
    return failed === undefined ? { value, givenUp: unanswered.length } : undecided(failed)
  })
}

/**
 * Tries set by set, smaller sets first, and skips those that contain a set that already forbids. All axioms but one are
 * tried first: the executions that are then allowed break so little that few sets are left to ask about.
 */
function allMinimal(
  names: readonly string[],
  forbids: (axioms: readonly string[]) => boolean,
): readonly (readonly string[])[] {
  for (const name of names) forbids(names.filter((one) => one !== name))
  const subsets = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, i) => (bits >> i) % 2 === 1))
  const sets: (readonly string[])[] = []
  for (const subset of subsets.toSorted((a, b) => a.length - b.length)) {
    if (sets.some((set) => set.every((name) => subset.includes(name)))) continue
    if (forbids(subset)) sets.push(subset)
  }
  return sets
}

/** Returns the axioms that remain after each one that can be left out is. */
const oneMinimal = (names: readonly string[], forbids: (axioms: readonly string[]) => boolean): readonly string[] =>
  names.reduce<readonly string[]>((kept, name) => {
    const without = kept.filter((one) => one !== name)
    return forbids(without) ? without : kept
  }, names)
