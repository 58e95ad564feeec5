/** A program under a model and under what remains of it without some of its axioms. */

import { withoutAxiom } from '../../axioms/algebra/edit.js'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Program } from '../../litmus/program.js'
import type { EventGraph } from '../events/event.js'
import type { Solver } from '../solver/smt.js'
import { prepare, type Verdict, verdicts } from './decide.js'

/** The names of axioms that are left out. */
export type Without = readonly string[]

export interface Varied {
  readonly graph: EventGraph
  /** For each variant, the verdict on each question. */
  readonly verdicts: readonly (readonly Verdict[])[]
}

/**
 * The verdicts of `decide` for each of the variants, from one encoding: the axioms are assumed as needed. What the whole model allows
 * is allowed with fewer axioms, by the same execution, so that only the rest is asked again. The model must have the axioms that are named. `timeout` is in milliseconds, for one
 * check. Throws `InternalError` as `decide` does.
 */
export function decideVariants(
  program: Program,
  model: Model,
  variants: readonly Without[],
  solver: Solver,
  { timeout, bound }: { readonly timeout?: number | undefined; readonly bound?: number | undefined } = {},
): Varied {
  const { graph, problem } = prepare(program, model, { bound, axioms: 'goals', oneOfAlike: true })
  const { questions } = program
  if ('verdict' in problem) {
    return { graph, verdicts: variants.map(() => questions.map(() => problem.verdict)) }
  }
  const { encoding, smt } = problem
  const session = solver.open(smt.text)
  const under = (without: Without, known: readonly Verdict[]): readonly Verdict[] => {
    const kept = smt.goals
      .slice(smt.goals.length - model.axioms.length)
      .filter((_, i) => !without.includes(model.axioms[i]?.name ?? ''))
    const variant = { ...encoding, model: without.reduce(withoutAxiom, model) }
    const verdictOn = verdicts(variant, (goal) => session.check([smt.goals[goal] ?? '', ...kept], timeout))
    return questions.map((_, i) => {
      const verdict = known[i]
      return verdict?.kind === 'allowed' ? verdict : verdictOn(i)
    })
  }
  try {
    const whole = under([], [])
    return { graph, verdicts: variants.map((without) => (without.length === 0 ? whole : under(without, whole))) }
  } finally {
    session.close()
  }
}
