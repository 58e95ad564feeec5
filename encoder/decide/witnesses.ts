/** The executions that reach the outcome of a question. */

import type { Model } from '../../axioms/algebra/terms.js'
import { termsOf } from '../../litmus/condition.js'
import type { Program, Question } from '../../litmus/program.js'
import type { EventGraph } from '../events/event.js'
import type { Execution } from '../execution/execution.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import type { ChosenPair } from '../relations/base.js'
import type { Pair } from '../relations/bounds.js'
import type { Solver } from '../solver/smt.js'
import { InternalError, type Options, prepare, reasonOf, type Within, within } from './decide.js'
import { type Ending, first, type Listed, solutions, upTo } from './solutions.js'

/** The executions are `found`; there are none where the outcome is forbidden. */
export interface Witnesses extends Listed<Execution> {
  readonly graph: EventGraph
  readonly model: Model
  readonly question: Question
  /** No execution at all comes to an end and meets what the test demands of it. */
  readonly vacuous: boolean
  /** Where loops were cut: executions with more rounds were not looked at. */
  readonly within?: Within
}

/**
 * Distinct executions that reach the outcome of one of the program's questions, up to a limit; one, without a limit. Two are distinct if they differ in `rf`,
 * `co` or Fence-SC order, in who arrives at a barrier, in a value that is read, or in the write that remains in a location which the question mentions.
 */
export function witnesses(
  program: Program,
  question: Question,
  solver: Solver,
  { model, timeout, bound, limit }: Options & { readonly limit?: number | undefined },
): Witnesses {
  const { graph, problem } = prepare(program, model, { bound })
  const told = (found: readonly Execution[], ending: Ending, vacuous = false, limits?: Within): Witnesses => ({
    graph,
    model,
    question,
    found,
    ending,
    vacuous,
    ...(limits === undefined ? {} : { within: limits }),
  })
  if ('verdict' in problem) {
    const { verdict } = problem
    if (verdict.kind === 'allowed' || verdict.kind === 'forbidden')
      throw new InternalError('decided without executions')
    return told([], verdict)
  }
  const { encoding, smt } = problem
  const name = smt.goals[program.questions.indexOf(question)]
  if (name === undefined) throw new InternalError(`the test does not ask ${question.name}`)
  const session = solver.open(smt.text)
  try {
    const same = sameChoices(encoding, question)
    const reached = solutions({ encoding, smt, session, goal: { question, name }, same, timeout })
    const { found, ending } = limit === undefined ? first(reached) : upTo(limit, reached)
    if (ending.kind !== 'complete') return told(found, ending)
    const count = program.questions.length
    const check = (goal: number) => session.check([smt.goals[goal] ?? ''], timeout)
    const limits = within(encoding, (cut) => check(count + 1 + cut))
    if (limits !== undefined && 'kind' in limits) return told(found, { kind: 'undecided', reason: reasonOf(limits) })
    if (found.length > 0) return told(found, ending, false, limits)
    const any = check(count)
    if (any.kind === 'unknown') return told([], { kind: 'undecided', reason: reasonOf(any) })
    return told([], ending, any.kind === 'unsat', limits)
  } finally {
    session.close()
  }
}

/** What holds in the executions that are not distinct from the given one. */
function sameChoices({ graph, builder, solution }: Encoding, { condition }: Question): (one: Execution) => Formula {
  const { variables } = graph.program
  const mentioned = new Set(
    termsOf(condition).flatMap((term) =>
      term.kind === 'memory'
        ? variables.filter(({ name }) => name === term.variable).map(({ location }) => location)
        : [],
    ),
  )
  const asChosen = (pairs: readonly ChosenPair<Formula>[], chosen: readonly Pair[]): readonly Formula[] => {
    const keys = new Set(chosen.map(([a, b]) => `${a} ${b}`))
    return pairs.map(([a, b, when]) => (keys.has(`${a} ${b}`) ? when : builder.not(when)))
  }
  return ({ rf, co, sync_fence, arrived, values, final }) =>
    builder.all([
      ...asChosen(solution.rf, rf),
      ...asChosen(solution.co, co),
      ...asChosen(solution.sync_fence, sync_fence),
      ...solution.barriers.map(({ event, arrives }) => (arrived.includes(event) ? arrives : builder.not(arrives))),
      // Elsewhere the value of a read follows from what it reads from; one that hangs on itself does not.
      ...solution.values.flatMap((value, id) => {
        const held = values[id]
        if (held === undefined || value?.kind !== 'bits' || value.bits.kind !== 'bits-variable') return []
        return [builder.compare('equal', value.bits, builder.bits(held, value.width))]
      }),
      ...solution.final.flatMap((writes, location) =>
        mentioned.has(location) ? writes.flatMap(({ write, when }) => (write === final[location] ? [when] : [])) : [],
      ),
    ])
}
