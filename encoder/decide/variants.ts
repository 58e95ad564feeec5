/** A program under a model, and under the model without some of its axioms. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Program, Question } from '../../litmus/program.js'
import type { EventGraph } from '../events/event.js'
import type { Solver } from '../solver/smt.js'
import { prepare, verdicts } from './decide.js'
import type { Verdict } from './verdict.js'
import { type Asking, withProblem } from './with-problem.js'

/** The names of axioms that are left out. */
export type Without = readonly string[]

export interface Varied {
  readonly graph: EventGraph
  /** For each variant, the verdict on each question. */
  readonly verdicts: readonly (readonly Verdict[])[]
}

/**
 * The verdicts of `decide` for each of the variants, from one encoding: the axioms are assumed as needed. What the whole model allows
 * is allowed with fewer axioms, by the same execution, so that only the rest is asked again. Throws if the model does not have an axiom that
 * is named. `timeout` is in milliseconds, for each question under each variant. Throws `InternalError` as `decide` does.
 */
export function decideVariants(
  program: Program,
  model: Model,
  variants: readonly Without[],
  solver: Solver,
  { timeout, bound }: { readonly timeout?: number | undefined; readonly bound?: number | undefined } = {},
): Varied {
  const { questions } = program
  const axioms = model.axioms.map(({ name }) => name)
  const missing = variants.flat().find((name) => !axioms.includes(name))
  if (missing !== undefined) throw new Error(`${model.name} has no axiom ${missing}`)
  const { graph, problem } = prepare(program, model, { bound, axioms: 'goals', breakSymmetry: true })
  if ('verdict' in problem) return { graph, verdicts: variants.map(() => questions.map(() => problem.verdict)) }
  return withProblem(problem, solver, timeout, (open) => {
    const answers = (asking: Asking) => {
      const verdictOn = verdicts(problem, asking)
      return (question: Question): Verdict => {
        open.nextQuestion()
        return verdictOn(question)
      }
    }
    const inWhole = answers(open)
    const whole = questions.map((question) => ({ question, verdict: inWhole(question) }))
    return {
      graph,
      verdicts: variants.map((without) => {
        if (without.length === 0) return whole.map(({ verdict }) => verdict)
        const inVariant = answers(open.under(axioms.filter((name) => !without.includes(name))))
        return whole.map(({ question, verdict }) => (verdict.kind === 'allowed' ? verdict : inVariant(question)))
      }),
    }
  })
}
