/**
 * What an answer that rests on all executions asks of a solver: for each layout of memory that is tried, no execution
 * shows the outcome, reaches undefined behaviour, or is not covered by the model; and some execution ends, unless the
 * answer says that none does. Each is a problem of its own, without symmetry and with nothing left to be added later.
 */

import type { Model } from '../axioms/algebra/terms.js'
import { beforehand } from '../encoder/decide/early-verdicts.js'
import { graphUnder } from '../encoder/decide/graph-under.js'
import { buildProblem, type Problem, type QuestionGoals, questionGoals } from '../encoder/decide/problem.js'
import { mayBeUncovered } from '../encoder/decide/uncovered.js'
import type { Verdict } from '../encoder/decide/verdict.js'
import { layoutsTried, otherArrangements } from '../encoder/decide/wherever.js'
import type { EventGraph } from '../encoder/events/graph/event.js'
import { type Clauses, toClauses } from '../encoder/formula/clauses.js'
import type { EncodingForm } from '../encoder/formula/form.js'
import type { Formula } from '../encoder/formula/formula.js'
import type { Program, Question } from '../litmus/program.js'
import type { GoesOn } from '../source/limited.js'
import { must } from '../source/must.js'
import { assumptionReportOf } from '../witness/assumptions.js'
import { layoutReportOf } from '../witness/layouts.js'
import { partialReportOf } from '../witness/partial.js'
import { restTexts } from '../witness/rests.js'
import { eventComments } from './event-comments.js'

/** A problem in clauses, and what it is about. */
export interface Obligation {
  /** The number of the layout of memory, from 0 on. */
  readonly layout: number
  /** What an execution that solves it would show: `the outcome`, `loops beyond the bound`. */
  readonly about: string
  /** True if it must have a solution, false if it must have none. */
  readonly solvable: boolean
  readonly clauses: () => Clauses
  /** Lines that say what the problem is about, for those who read it. */
  readonly comments: () => readonly string[]
}

/** A question of a program under a model, and how its problem is built. */
export interface Certified {
  readonly program: Program
  readonly model: Model
  readonly question: Question
  readonly bound: number
  readonly encoding: EncodingForm
  /** Returns whether there is time to go on; always if absent. */
  readonly goesOn?: GoesOn
}

/** The part of a verdict that obligations depend on. */
export type Unreached = Pick<Extract<Verdict, { readonly kind: 'forbidden' }>, 'vacuous' | 'within'>

/** What a verdict rests on. */
export interface Obligations {
  readonly obligations: readonly Obligation[]
  /**
   * What no proof is about, a line each: lanes and time-outs that are left out, layouts of memory that were not tried,
   * and assumptions. Deviations of compilers are not among them.
   */
  readonly rests: readonly string[]
}

/** Returns what the verdict rests on, or why its problem cannot be built. */
export function obligationsOf(given: Certified, verdict: Unreached): Obligations | { readonly reason: string } {
  const { program, model, bound } = given
  const early = beforehand(program, model, bound)
  if (early !== undefined) return { reason: early.reason }
  const graph = graphUnder(model, program, bound)
  const others = graph.sensitive() === undefined ? [] : otherArrangements(program)
  const arrangements = [0, ...others]
  const all: Obligation[] = []
  for (const [layout, arrangement] of arrangements.entries()) {
    const there = layout === 0 ? graph : graphUnder(model, program, bound, 'final states', arrangement)
    const problem = buildProblem(there, model, questionGoals, {
      isWhole: true,
      encoding: given.encoding,
      goesOn: given.goesOn,
    })
    if ('kind' in problem) return { reason: problem.reason }
    for (const one of inLayout(problem, layout, given.question, verdict)) all.push(one)
  }
  const layouts = others.length === 0 ? undefined : layoutsTried(graph, arrangements.length)
  const rests = { ...partialReportOf(program), ...layoutReportOf(layouts), ...assumptionReportOf(graph) }
  return { obligations: all, rests: restTexts(rests) }
}

/** What the names of variables mean. */
const legend = [
  'rf_W_R: event R reads what event W writes',
  'co_A_B, sync_fence_A_B: event A comes before event B',
  'final_W: the value of event W remains; unknown_N: a value that nothing determines, from the lowest bit on',
]

function inLayout(
  problem: Problem<QuestionGoals>,
  layout: number,
  question: Question,
  verdict: Unreached,
): readonly Obligation[] {
  const { encoding, goals } = problem
  const holding = [...encoding.assertions, ...encoding.axioms.map(({ holds }) => holds)]
  const obligation = (about: string, formula: Formula, solvable: boolean): Obligation => ({
    ...{ layout, about, solvable },
    clauses: () => toClauses([...holding, formula], encoding.unstated),
    comments: () => [`about ${about}, layout ${layout}`, ...legend, ...eventComments(encoding.graph)],
  })
  const conditions = {
    uncovered: problem.uncovered?.formula ?? encoding.builder.ff,
    outcome: must(goals.outcomes.get(question), 'the question in the test').formula,
    cuts: problem.cuts.map(({ loop, goal }) => ({ loop, reached: goal.formula })),
    undefined: problem.undefined.map(({ formula }) => formula),
    complete: goals.complete.formula,
  }
  return aspectsOf(encoding.graph, conditions, encoding.builder.any, verdict).map(({ about, condition, solvable }) =>
    obligation(about, condition, solvable),
  )
}

/** When executions of a graph show something, in any logic. */
interface Shown<B> {
  readonly uncovered: B
  readonly outcome: B
  readonly cuts: readonly { readonly loop: string; readonly reached: B }[]
  readonly undefined: readonly B[]
  readonly complete: B
}

/** What executions would show, when they do, and whether some does. */
interface Aspect<B> extends Pick<Obligation, 'about' | 'solvable'> {
  readonly condition: B
}

/** Returns what none of the executions of a graph shows, and that one of them ends, or that none does. */
export function aspectsOf<B>(
  graph: EventGraph,
  shown: Shown<B>,
  any: (conditions: readonly B[]) => B,
  { vacuous, within }: Unreached,
): readonly Aspect<B>[] {
  const cut = new Set(within?.loops)
  const beyond = shown.cuts.flatMap(({ loop, reached }) => (cut.has(loop) ? [] : [reached]))
  /** Returns what none of the executions shows; nothing, if there are no conditions for it. */
  const none = (about: string, conditions: readonly B[]): readonly Aspect<B>[] =>
    conditions.length === 0 ? [] : [{ about, condition: any(conditions), solvable: false }]
  return [
    ...none('what the model does not cover', mayBeUncovered(graph) ? [shown.uncovered] : []),
    ...none('the outcome', [shown.outcome]),
    ...none('loops beyond the bound', beyond),
    ...none('undefined behaviour or a trap', shown.undefined),
    { about: 'an execution that ends', condition: shown.complete, solvable: !vacuous },
  ]
}
