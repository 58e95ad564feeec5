/** Decides programs by their cases (`cases.ts`): what no case reaches, no execution does. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Question } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Solver } from '../solver/solver.js'
import { buildProblem, outcomeOf, type ProblemOptions, questionGoals } from './problem.js'
import { endsInTurn, type Screened } from './screen.js'
import { limitOf, type Patience } from './time-limit.js'
import { decidingUnknowns, type IsUsed } from './unknown-answers.js'
import { noUndefined } from './verdict.js'
import { usedUninitialised, withProblem } from './with-problem.js'

/** The cases of a program, and how to decide each of them. */
export interface Cases {
  readonly graphs: readonly (() => EventGraph)[]
  readonly options: ProblemOptions
}

/** What is known of a case in which no question's outcome is reached. */
interface Ruled {
  /** The uninitialised locations that it uses. It is no function, which would keep the whole problem. */
  readonly used: ReadonlySet<number>
  readonly load: number
  /** Milliseconds for each question. */
  readonly solve: readonly number[]
}

/**
 * Returns the answers to these questions of the program of `graph`, if no case reaches the outcome of any of them, and some
 * execution ends; otherwise undefined. In programs that have cases every execution ends, and nothing is undefined.
 */
export function answersInCases(
  { graphs, options }: Cases,
  graph: EventGraph,
  model: Model,
  solver: Solver,
  patience: Patience,
  questions: readonly Question[],
): Screened | undefined {
  // One limit for all cases.
  const limit = limitOf(patience)
  const ruled: Ruled[] = []
  for (const one of graphs) {
    const found = ruledOut(one(), model, solver, limit, options, questions)
    if (found === undefined) return undefined
    ruled.push(found)
  }
  if (!endsInTurn(graph, model)) return undefined
  const unknownsOf = decidingUnknowns(graph)
  const isUsed: IsUsed = (location) => ruled.some(({ used }) => used.has(location))
  const sum = (of: (one: Ruled) => number): number => ruled.reduce((total, one) => total + of(one), 0)
  return {
    load: sum(({ load }) => load),
    answers: questions.map((question, i) => ({
      question,
      verdict: { kind: 'forbidden', vacuous: false },
      liveness: { kind: 'ends' },
      unknowns: unknownsOf(question, isUsed),
      undefined: noUndefined,
      solve: sum(({ solve }) => must(solve[i], 'each question')),
    })),
  }
}

/** Returns what is known of a case if it reaches none of the outcomes; otherwise undefined. */
function ruledOut(
  graph: EventGraph,
  model: Model,
  solver: Solver,
  patience: Patience,
  options: ProblemOptions,
  questions: readonly Question[],
): Ruled | undefined {
  const problem = buildProblem(graph, model, questionGoals, options)
  if ('kind' in problem) return undefined
  return withProblem(problem, solver, patience, (open) => {
    const solve: number[] = []
    for (const question of questions) {
      open.nextQuestion()
      const began = performance.now()
      if (open.check(outcomeOf(problem, question)).kind !== 'unsat') return undefined
      solve.push(performance.now() - began)
    }
    const uses = usedUninitialised(problem, open)
    return { used: new Set([...problem.uninitialised.keys()].filter(uses)), load: open.load, solve }
  })
}
