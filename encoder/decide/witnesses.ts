/** The executions that reach the outcome of a question. */

import type { Model } from '../../axioms/algebra/terms.js'
import { termsOf } from '../../litmus/condition.js'
import type { Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { type EventGraph, isMemory, type Pair } from '../events/graph/event.js'
import type { Execution } from '../execution/execution.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import type { ChosenPair } from '../relations/chosen.js'
import type { Solver } from '../solver/solver.js'
import { type Options, type Prepared, prepare } from './decide.js'
import { livenessOf } from './liveness.js'
import { type Behaviour, outcomeOf } from './problem.js'
import { type Ending, type Found, first, solutionsOfAny, upTo } from './solutions.js'
import { undefinedOf } from './undefined.js'
import { type LayoutsTried, noneEnds, noUndefined, type UndefinedBehaviour, undecided, type Within } from './verdict.js'
import { isReached, layoutsTried } from './wherever.js'
import { uncovered, within, withProblem } from './with-problem.js'

/** The executions are `found`; there are none if the outcome is forbidden, or if no execution hangs. */
export interface Witnesses extends Found<Execution> {
  readonly graph: EventGraph
  readonly model: Model
  readonly shown: Behaviour
  /** No execution both ends and meets the demands of the test. */
  readonly vacuous: boolean
  /** True if all executions hang; only for a vacuous answer. */
  readonly hangs: boolean
  /** The undefined behaviour of the program; only if no execution is found. */
  readonly undefined: UndefinedBehaviour
  /**
   * If loops were cut: executions with more rounds were not examined. Never set for a vacuous question, which is then
   * undecided.
   */
  readonly within?: Within
  /** Present if there may be other executions in other memory layouts than those that were tried. */
  readonly layouts?: LayoutsTried
}

interface Besides {
  readonly vacuous?: boolean
  readonly hangs?: boolean
  readonly reached?: UndefinedBehaviour
}

interface Sought extends Pick<Options, 'timeout'> {
  readonly shown: Behaviour
  readonly limit?: number | undefined
}

/**
 * Finds distinct executions that reach the outcome of one of the program's questions, that hang, or that reach
 * undefined behaviour, up to a limit; only one without a limit. Two are distinct if they differ in `rf`, `co` or
 * Fence-SC order, in the arrivals at a barrier, in a value that is read, or in the final write to a location that the
 * question mentions. All are in one memory layout: the first of those tried that has any.
 */
export function witnesses(
  program: Program,
  shown: Behaviour,
  solver: Solver,
  { model, timeout, bound, limit }: Omit<Options, 'liveness'> & { readonly limit?: number | undefined },
): Witnesses {
  const prepared = prepare(program, model, { bound, liveness: true })
  const here = witnessesIn(prepared, solver, { shown, timeout, limit })
  const isOver = ({ found, ending }: Witnesses): boolean => found.length > 0 || ending.kind !== 'complete'
  const all = [here]
  for (const elsewhere of prepared.elsewhere) {
    if (all.some(isOver)) break
    all.push(witnessesIn(elsewhere(), solver, { shown, timeout, limit }))
  }
  const decisive = all.find(isOver)
  const layouts =
    prepared.elsewhere.length === 0 ? undefined : layoutsTried(here.graph, decisive === undefined ? all.length : 1)
  const result = decisive ?? all.find(({ undefined: reached }) => isReached(reached)) ?? here
  return { ...result, ...(layouts === undefined ? {} : { layouts }) }
}

/** Finds the witnesses in one memory layout. */
function witnessesIn(
  { graph, model, problem }: Prepared,
  solver: Solver,
  { shown, timeout, limit }: Sought,
): Witnesses {
  const listed = (
    executions: readonly Execution[],
    ending: Ending,
    limits?: Within,
    { vacuous = false, hangs = false, reached = noUndefined }: Besides = {},
  ): Witnesses => ({
    graph,
    model,
    shown,
    found: executions,
    ending,
    vacuous,
    hangs,
    undefined: reached,
    ...(limits === undefined ? {} : { within: limits }),
  })
  if ('verdict' in problem) return listed([], problem.verdict)
  return withProblem(problem, solver, timeout, (open) => {
    const reason = uncovered(problem, open)
    if (reason !== undefined) return listed([], reason.kind === 'unknown' ? undecided(reason) : reason)
    const liveness = must(problem.goals.liveness, 'the goals for hangs')
    const goals =
      shown === 'hang'
        ? [liveness.hang]
        : shown === 'undefined'
          ? problem.undefined.filter(({ formula }) => formula.kind !== 'false')
          : [outcomeOf(problem, shown)]
    const reached = solutionsOfAny(open, goals, sameChoices(problem.encoding, shown))
    const { found, ending } = limit === undefined ? first(reached) : upTo(limit, reached)
    if (ending.kind !== 'complete') return listed(found, ending)
    const limits = within(problem, open)
    if (limits !== undefined && 'kind' in limits) return listed(found, undecided(limits))
    if (found.length > 0 || typeof shown === 'string') return listed(found, ending, limits)
    const undefinedBehaviour = undefinedOf(problem.encoding, problem.undefined, open)()
    if (undefinedBehaviour.kind === 'undecided' && shown.kind !== 'check') return listed([], undefinedBehaviour)
    const any = open.check(problem.goals.complete)
    if (any.kind === 'unknown') return listed([], undecided(any))
    if (any.kind === 'sat') return listed([], ending, limits, { reached: undefinedBehaviour })
    if (limits !== undefined) return listed([], noneEnds(graph, limits))
    const decided = livenessOf(liveness, problem.encoding, open, () => limits)()
    if (decided.kind === 'undecided') return listed([], decided)
    return listed([], ending, limits, {
      vacuous: true,
      hangs: decided.kind === 'hangs' && decided.always,
      reached: undefinedBehaviour,
    })
  })
}

/** Returns what holds in the executions that are not distinct from the given one. */
function sameChoices({ graph, builder, solution }: Encoding, shown: Behaviour): (one: Execution) => Formula {
  const { variables } = graph.program
  const mentioned = new Set(
    (typeof shown === 'string' ? [] : termsOf(shown.condition)).flatMap((term) => {
      if (term.kind !== 'memory') return []
      const location = variables.find(({ name }) => name === term.variable)?.location
      return graph.cells.flatMap((cell, i) => (cell.location === location ? [i] : []))
    }),
  )
  const asChosen = (pairs: readonly ChosenPair<Formula>[], chosen: readonly Pair[]): readonly Formula[] => {
    const keys = new Set(chosen.map(([a, b]) => `${a} ${b}`))
    return pairs.map(([a, b, when]) => (keys.has(`${a} ${b}`) ? when : builder.not(when)))
  }
  return ({ rf, parts, co, sync_fence, arrived, values, final }) =>
    builder.all([
      ...asChosen(solution.rf, rf),
      ...solution.parts.map(({ read, cell, write, when }) =>
        parts.some((part) => part.read === read && part.cell === cell && part.write === write)
          ? when
          : builder.not(when),
      ),
      ...asChosen(solution.co, co),
      ...asChosen(solution.sync_fence, sync_fence),
      ...solution.barriers.map(({ event, arrives }) => (arrived.includes(event) ? arrives : builder.not(arrives))),
      // Otherwise the value of a read follows from the write. A value that depends on itself does not. Unknown results
      // of computations, such as that of a shuffle for a lane that takes no part, are not read.
      ...solution.values.flatMap((value, id) => {
        const held = isMemory(must(graph.events[id], 'each event')) ? values[id] : undefined
        if (held === undefined || value?.kind !== 'bits' || value.bits.kind !== 'bits-variable') return []
        return [builder.compare('equal', value.bits, builder.bits(held, value.width))]
      }),
      ...solution.final.flatMap((writes, cell) =>
        mentioned.has(cell) ? writes.flatMap(({ write, when }) => (write === final[cell] ? [when] : [])) : [],
      ),
    ])
}
