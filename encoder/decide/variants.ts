/** A program under a model, and under the model without some of its axioms. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Program, Question } from '../../litmus/program.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Solver } from '../solver/smt.js'
import { prepare, verdicts } from './decide.js'
import { mayBeUncovered } from './uncovered.js'
import { undefinedOf } from './undefined.js'
import type { Verdict } from './verdict.js'
import { noUndefined, type UndefinedBehaviour } from './verdict.js'
import { type Asking, withProblem } from './with-problem.js'

/** The names of axioms that are left out. */
export type Without = readonly string[]

export interface Varied {
  readonly graph: EventGraph
  readonly variants: readonly Variant[]
}

export interface Variant {
  /** The verdict on each question. */
  readonly verdicts: readonly Verdict[]
  readonly undefined: UndefinedBehaviour
}

/**
 * The verdicts of `decide` for each of the variants, from one encoding: the axioms are assumed as needed. What the whole model allows
 * is allowed with fewer axioms, by the same execution, so that only the rest is asked again, unless what is not covered may appear. Throws if the model does not have an axiom that
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
  if ('verdict' in problem) {
    const { verdict } = problem
    const undefinedBehaviour = verdict.kind === 'undecided' ? verdict : noUndefined
    return {
      graph,
      variants: variants.map(() => ({ verdicts: questions.map(() => verdict), undefined: undefinedBehaviour })),
    }
  }
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
      variants: variants.map((without): Variant => {
        const asking = without.length === 0 ? open : open.under(axioms.filter((name) => !without.includes(name)))
        const inVariant = answers(asking)
        const verdicts = whole.map(({ question, verdict }) =>
          without.length === 0 || (verdict.kind === 'allowed' && !mayBeUncovered(graph))
            ? verdict
            : inVariant(question),
        )
        if (verdicts.some(({ kind }) => kind === 'not covered')) return { verdicts, undefined: noUndefined }
        open.nextQuestion()
        return { verdicts, undefined: undefinedOf(problem.encoding, problem.undefined, asking)() }
      }),
    }
  })
}
