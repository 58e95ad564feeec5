/** A program under a model, and under the model without some of its axioms. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Program, Question } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { once } from '../../source/once.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Solver } from '../solver/solver.js'
import { type Prepared, prepare } from './decide.js'
import { mayBeUncovered } from './uncovered.js'
import { undefinedOf } from './undefined.js'
import type { Decision, Verdict } from './verdict.js'
import { noUndefined, type UndefinedBehaviour } from './verdict.js'
import { verdicts } from './verdicts.js'
import { wherever } from './wherever.js'
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
 * Returns the verdicts of `decide` for each of the variants, from one encoding: the axioms are assumed as needed. What
 * the whole model allows is also allowed with fewer axioms, by the same execution, so only the rest is decided again,
 * unless something uncovered may appear. Throws if the model does not have an axiom that is named. `timeout` is in
 * milliseconds, for each question under each variant. Throws `InternalError` as `decide` does.
 */
export function decideVariants(
  program: Program,
  model: Model,
  variants: readonly Without[],
  solver: Solver,
  { timeout, bound }: { readonly timeout?: number | undefined; readonly bound?: number | undefined } = {},
): Varied {
  const axioms = model.axioms.map(({ name }) => name)
  const missing = variants.flat().find((name) => !axioms.includes(name))
  if (missing !== undefined) throw new Error(`${model.name} has no axiom ${missing}`)
  const prepared = prepare(program, model, { bound, axioms: 'goals', breakSymmetry: true })
  const here = variantsIn(prepared, variants, solver, timeout)
  const elsewhere = prepared.elsewhere.map((other) => once(() => variantsIn(other(), variants, solver, timeout)))
  const decisionOn = (all: readonly Variant[], i: number): Decision =>
    decisionOf(prepared, must(all[i], 'verdicts for each variant'))
  return {
    graph: prepared.graph,
    variants: here.map((_, i): Variant => {
      const { answers } = wherever(
        decisionOn(here, i),
        elsewhere.map((there) => () => decisionOn(there(), i)),
      )
      const [last] = answers.map((one) => one.undefined).toReversed()
      return { verdicts: answers.map(({ verdict }) => verdict), undefined: last ?? noUndefined }
    }),
  }
}

const decisionOf = ({ graph, model }: Prepared, { verdicts, undefined: reached }: Variant): Decision => ({
  graph,
  model,
  answers: graph.program.questions.map((question, i) => {
    const verdict = must(verdicts[i], 'a verdict on each question')
    return { question, verdict, unknowns: [], undefined: reached, solve: 0 }
  }),
  build: 0,
  load: 0,
})

/** Decides the variants in one memory layout. */
function variantsIn(
  { graph, model, problem }: Prepared,
  variants: readonly Without[],
  solver: Solver,
  timeout: number | undefined,
): readonly Variant[] {
  const { questions } = graph.program
  if ('verdict' in problem) {
    const { verdict } = problem
    const undefinedBehaviour = verdict.kind === 'undecided' ? verdict : noUndefined
    return variants.map(() => ({ verdicts: questions.map(() => verdict), undefined: undefinedBehaviour }))
  }
  const axioms = model.axioms.map(({ name }) => name)
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
    return variants.map((without): Variant => {
      const asking = without.length === 0 ? open : open.under(axioms.filter((name) => !without.includes(name)))
      const inVariant = answers(asking)
      const verdicts = whole.map(({ question, verdict }) =>
        without.length === 0 || (verdict.kind === 'allowed' && !mayBeUncovered(graph)) ? verdict : inVariant(question),
      )
      if (verdicts.some(({ kind }) => kind === 'not covered')) return { verdicts, undefined: noUndefined }
      open.nextQuestion()
      return { verdicts, undefined: undefinedOf(problem.encoding, problem.undefined, asking)() }
    })
  })
}
