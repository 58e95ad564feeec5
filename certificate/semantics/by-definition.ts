/**
 * What an answer rests on, by the definitions of its model: the same obligations as those of the encoding, as problems
 * that are made from the event graph alone. They are much larger, so only small tests have proofs of them.
 */

import { raceRelations } from '../../axioms/algebra/roles.js'
import { beforehand } from '../../encoder/decide/early-verdicts.js'
import { graphUnder } from '../../encoder/decide/graph-under.js'
import { unmodelledWhen } from '../../encoder/decide/uncovered.js'
import { otherArrangements } from '../../encoder/decide/wherever.js'
import type { Clauses } from '../../encoder/formula/clauses.js'
import { gates } from '../../encoder/formula/gates.js'
import { reachedBy, reachedUndefined } from '../../encoder/relations/reached.js'
import { exceed, limited, timeReason } from '../../source/limited.js'
import { eventComments } from '../event-comments.js'
import { aspectsOf, type Certified, type Obligation, type Unreached } from '../obligations.js'
import { executionsOf } from './executions.js'

/** The most clauses of a problem: more would not be proven in time, or take too much memory. */
const mostClauses = 3_000_000

/** Returns the obligations of a verdict by the definitions of the model, or why their problems cannot be built. */
export function obligationsByDefinition(
  given: Certified,
  verdict: Unreached,
): readonly Obligation[] | { readonly reason: string } {
  const { program, model, bound } = given
  const early = beforehand(program, model, bound)
  if (early !== undefined) return { reason: early.reason }
  const graph = graphUnder(model, program, bound)
  const others = graph.sensitive() === undefined ? [] : otherArrangements(program)
  const all: Obligation[] = []
  for (const [layout, arrangement] of [0, ...others].entries()) {
    const made = limited(() => inLayout({ ...given, arrangement, layout }, verdict))
    if ('tooLarge' in made) return { reason: made.tooLarge }
    for (const one of made.built) all.push(one)
  }
  return all
}

/** Returns the obligations in one layout of memory. Ends the `limited` around it. */
function inLayout(
  {
    program,
    model,
    question,
    bound,
    goesOn = () => true,
    arrangement,
    layout,
  }: Certified & {
    readonly arrangement: number
    readonly layout: number
  },
  verdict: Unreached,
): readonly Obligation[] {
  const graph = graphUnder(model, program, bound, 'final states', arrangement)
  if (graph.mixed) return exceed('accesses overlap in part')
  const gate = gates()
  const size = (): number => gate.taken().clauses.length
  const step = (): void => {
    if (!goesOn()) exceed(timeReason)
    if (size() > mostClauses) exceed(`there are more than ${mostClauses} clauses`)
  }
  const { logic, truth, axiom, holds, meets, rf, named } = executionsOf(graph, gate, step)
  for (const one of model.axioms) gate.state([axiom(one)])
  const reached = reachedUndefined({ logic, truth, holds, ...reachedBy(graph, raceRelations(model)) })
  const complete = logic.all([truth(graph.complete), ...(program.filter === undefined ? [] : [meets(program.filter)])])
  const met = meets(question.condition)
  const aspects = aspectsOf(
    graph,
    {
      uncovered: unmodelledWhen(graph, { logic, truth, rf }),
      outcome: logic.and(complete, question.kind === 'assert' ? logic.not(met) : met),
      cuts: graph.cuts.map(({ loop, reached: cut }) => ({ loop, reached: truth(cut) })),
      undefined: graph.undefined.map(reached),
      complete,
    },
    logic.any,
    verdict,
  )
  const { variables, clauses } = gate.taken()
  return aspects.map(
    ({ about, condition, solvable }): Obligation => ({
      ...{ layout, about, solvable },
      clauses: (): Clauses => ({ variables, clauses: [...clauses, [condition]], named }),
      comments: () => [`about ${about}, layout ${layout}, by definition`, ...eventComments(graph)],
    }),
  )
}
