/** Which axioms forbid an outcome: the sets of which no member can be left out. */

import type { Apart } from '../axioms/algebra/edit.js'
import { outcomeOf, type Problem, type QuestionGoals } from '../encoder/decide/problem.js'
import { type Undecided, type Unknown, undecided, type Within } from '../encoder/decide/verdict.js'
import { within, withProblem } from '../encoder/decide/with-problem.js'
import type { Execution } from '../encoder/execution/execution.js'
import type { Solver } from '../encoder/solver/smt.js'
import type { Question } from '../litmus/program.js'

export interface MinimalSets {
  /**
   * Names of axioms, in the order of the model; smaller sets first. An empty set: no candidate execution at all reaches the outcome. `within`, where
   * executions that meet these axioms go on beyond the bound.
   */
  readonly sets: readonly { readonly axioms: readonly string[]; readonly within: Within | undefined }[]
  /** An execution that reaches the outcome and meets these parts of axioms, if there is one. */
  readonly under: (parts: readonly string[]) => Execution | undefined
}

/** So many axioms have a thousand sets to be tried; of models with more, one set is found. */
const mostTried = 10

/**
 * The minimal sets of axioms that forbid the outcome of a question. `problem` must be prepared with the parts of axioms as goals. `use` is given
 * them while z3 has the problem. Fails with z3's reason where it gives no answer.
 */
export function withMinimalSets<T>(
  problem: Problem<QuestionGoals>,
  parts: Apart['parts'],
  question: Question,
  solver: Solver,
  timeout: number | undefined,
  use: (found: MinimalSets) => T,
): T | Undecided {
  const names = [...parts.keys()]
  const outcome = outcomeOf(problem, question)
  return withProblem(problem, solver, timeout, (open) => {
    const unanswered: Unknown[] = []
    const noted = <A extends { readonly kind: 'sat' | 'unsat' }>(answer: A | Unknown): A | Unknown => {
      if (answer.kind === 'unknown') unanswered.push(answer)
      return answer
    }
    const asking = (axioms: readonly string[]) => open.under(axioms.flatMap((name) => parts.get(name) ?? []))
    const forbids = (axioms: readonly string[]) => noted(asking(axioms).check(outcome)).kind === 'unsat'
    const limits = (axioms: readonly string[]): Within | undefined => {
      const found = within(problem, asking(axioms))
      if (found === undefined || !('kind' in found)) return found
      unanswered.push(found)
      return undefined
    }
    const minimal = names.length <= mostTried ? allMinimal(names, forbids) : [oneMinimal(names, forbids)]
    const sets = minimal.map((axioms) => ({ axioms, within: limits(axioms) }))
    const under = (kept: readonly string[]): Execution | undefined => {
      const found = noted(open.under(kept).find(outcome))
      return found.kind === 'sat' ? found.execution : undefined
    }
    const result = use({ sets, under })
    const [first] = unanswered
    return first === undefined ? result : undecided(first)
  })
}

/** Set by set, the smaller first, those left out that contain one which forbids already. */
function allMinimal(
  names: readonly string[],
  forbids: (axioms: readonly string[]) => boolean,
): readonly (readonly string[])[] {
  const subsets = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, i) => (bits >> i) % 2 === 1))
  const found: (readonly string[])[] = []
  for (const subset of subsets.toSorted((a, b) => a.length - b.length)) {
    if (found.some((set) => set.every((name) => subset.includes(name)))) continue
    if (forbids(subset)) found.push(subset)
  }
  return found
}

/** What is left when each axiom that can be left out is. */
const oneMinimal = (names: readonly string[], forbids: (axioms: readonly string[]) => boolean): readonly string[] =>
  names.reduce<readonly string[]>((kept, name) => {
    const without = kept.filter((one) => one !== name)
    return forbids(without) ? without : kept
  }, names)
