/** Outcomes that no execution without a data race reaches. */

import { raceRelations } from '../axioms/algebra/roles.js'
import { beforehand } from '../encoder/decide/early-verdicts.js'
import { graphUnder } from '../encoder/decide/graph-under.js'
import { buildProblem } from '../encoder/decide/problem.js'
import { patienceIn } from '../encoder/decide/time-limit.js'
import { withProblem } from '../encoder/decide/with-problem.js'
import { defaultBound } from '../encoder/events/graph/bound.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { Program, Question } from '../litmus/program.js'
import { type RaceOptions, raceFormula } from './find-races.js'

/**
 * Returns the questions of a program whose outcome is not reached by any execution without a data race. A question about
 * which that is not known is left out, and so are all if the model does not define races.
 */
export function onlyByRaces(
  program: Program,
  questions: readonly Question[],
  solver: Solver,
  { model, bound = defaultBound, timeout, goesOn }: RaceOptions,
): readonly Question[] {
  const patience = patienceIn(goesOn, timeout)
  const relations = raceRelations(model)
  const asked = { ...program, questions }
  if (questions.length === 0 || relations === undefined) return []
  if (beforehand(asked, model, bound, 'accesses') !== undefined) return []
  const graph = graphUnder(model, asked, bound, 'accesses')
  if (graph.sensitive() !== undefined) return []
  const problem = buildProblem(
    graph,
    model,
    (encoding, goal) => {
      const { builder, outcomes } = encoding
      const free = builder.not(raceFormula(graph, encoding, relations))
      return new Map([...outcomes].map(([question, outcome]) => [question, goal(builder.and(outcome, free), question)]))
    },
    { asksCausality: true, goesOn },
  )
  if ('kind' in problem) return []
  return withProblem(problem, solver, patience, ({ find }) =>
    questions.filter((question) => {
      const goal = problem.goals.get(question)
      return goal !== undefined && find(goal).kind === 'unsat'
    }),
  )
}
