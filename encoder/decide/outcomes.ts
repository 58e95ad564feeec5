/** Every final state that a program can reach. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Observable } from '../../litmus/condition.js'
import { observables, observing } from '../../litmus/observe.js'
import type { Program } from '../../litmus/program.js'
import { defaultBound } from '../events/graph/bound.js'
import type { EventGraph } from '../events/graph/event.js'
import type { Arrangement } from '../events/graph/regions.js'
import { takesAddresses } from '../events/memory/addresses.js'
import type { Execution } from '../execution/execution.js'
import { observedIn } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import { isPattern } from '../formula/symbolic.js'
import type { Solver } from '../solver/solver.js'
import { numberOf } from '../values/arithmetic.js'
import { beforehand, noEvents } from './early-verdicts.js'
import { graphUnder } from './graph-under.js'
import { livenessOf } from './liveness.js'
import { openFormulas, openIn, reachedWith } from './open-states.js'
import { buildProblem, livenessGoals } from './problem.js'
import { type Ending, type Found, solutions, upTo } from './solutions.js'
import { undefinedOf } from './undefined.js'
import {
  type LayoutsTried,
  type Liveness,
  noUndefined,
  type UndefinedBehaviour,
  type Unknown,
  undecided,
  type Within,
} from './verdict.js'
import { dependsOnLayout, isReached, layoutsTried, otherArrangements } from './wherever.js'
import { uncovered, within, withProblem } from './with-problem.js'

/** A final state: the values of what is observed, and executions that end in it. */
export interface FinalState {
  /**
   * The values at the end, in the order of `observed`; signed if the type is. Undefined if a value is unknown, and so
   * unconstrained.
   */
  readonly values: readonly (bigint | undefined)[]
  /**
   * One of the executions that end in this state. If a value is open, there is one for each set of questions whose
   * outcomes are reached.
   */
  readonly execution: Execution
}

/** The final states are `found`. */
export interface Outcomes extends Found<FinalState> {
  readonly graph: EventGraph
  readonly model: Model
  readonly observed: readonly Observable[]
  /** Present if the events of the program were built. */
  readonly liveness?: Liveness | undefined
  readonly undefined: UndefinedBehaviour
  /** Present if the list is complete, and other memory layouts than those that were tried may have other states. */
  readonly layouts?: LayoutsTried
}

/**
 * The options of `outcomes`: the model, what is observed, and limits. `limit` is the number of states at which the list
 * ends.
 */
export interface OutcomesOptions {
  readonly model: Model
  /** Registers and locations besides those that the questions mention. */
  readonly besides: readonly Observable[]
  readonly limit: number
  /** Milliseconds that the solver may spend on the whole list; unlimited by default. */
  readonly timeout?: number | undefined
  /** The most times that the body of a loop is executed; 2 by default. */
  readonly bound?: number | undefined
}

/**
 * Lists the final states of a program, each once, in ascending order. Two states are the same if all observed values
 * are.
 */
export function outcomes(program: Program, solver: Solver, options: OutcomesOptions): Outcomes {
  return listStates(program, options, (graph, observed) => {
    const { model, limit, timeout } = options
    const problem = buildProblem(graph, model, (encoding, goal) => ({
      complete: goal(encoding.complete),
      liveness: livenessGoals(encoding, goal),
    }))
    if ('kind' in problem) return { found: [], ending: problem }
    const open = graph.unknowns.length === 0 ? undefined : openFormulas(problem.encoding, observed)
    const same = (execution: Execution) => endsWith(problem.encoding, observed, execution, open)
    return withProblem(problem, solver, timeout, (asking) => {
      const reason = uncovered(problem, asking)
      if (reason !== undefined) return { found: [], ending: reason.kind === 'unknown' ? undecided(reason) : reason }
      const limits = within(problem, asking)
      // This comes before states are excluded.
      const liveness = livenessOf(problem.goals.liveness, problem.encoding, asking, () => limits)()
      const undefinedBehaviour = undefinedOf(problem.encoding, problem.undefined, asking)()
      const listed = upTo(limit, solutions(asking, problem.goals.complete, same))
      return { ...listed, liveness, undefined: undefinedBehaviour, ending: boundedEnding(listed.ending, limits) }
    })
  })
}

/** Returns the ending of a list. It is complete only if no execution goes on where the bound cuts a loop. */
export function boundedEnding(ending: Ending, limits: Within | Unknown | undefined): Ending {
  if (ending.kind !== 'complete' || limits === undefined) return ending
  if ('kind' in limits) return undecided(limits)
  const { bound, loops } = limits
  return { kind: 'undecided', reason: `more states may be reached beyond bound ${bound}: ${loops.join('; ')}` }
}

type Listing = Found<Execution> & { readonly liveness?: Liveness; readonly undefined?: UndefinedBehaviour }
type List = (graph: EventGraph, observed: readonly Observable[]) => Listing

/**
 * Lists the final states, whatever the procedure. `list` gives an execution for each, in any order. If the program has
 * addresses as values, the states are listed again with memory elsewhere: they must not depend on where it lies.
 */
export function listStates(
  program: Program,
  options: Pick<OutcomesOptions, 'model' | 'besides' | 'bound'>,
  list: List,
): Outcomes {
  const here = statesOf(program, options, list, 0)
  const others = here.graph.sensitive() !== undefined ? otherArrangements(program) : takesAddresses(program) ? [1] : []
  for (const other of others) {
    if (here.ending.kind !== 'complete' || isReached(here.undefined)) break
    const there = statesOf(program, options, list, other)
    if (isReached(there.undefined)) return there
    if (there.ending.kind !== 'complete') return { ...here, ending: there.ending }
    if (namesOf(here) !== namesOf(there)) return { ...here, found: [], ending: dependsOnLayout(here.graph) }
  }
  if (here.ending.kind !== 'complete' || isReached(here.undefined)) return here
  const layouts = layoutsTried(here.graph, others.length + 1)
  return layouts === undefined ? here : { ...here, layouts }
}

/** Returns a text of the states, with the names of memory for addresses. */
const namesOf = ({ graph: { layout }, found }: Outcomes): string =>
  found
    .map(({ values }) =>
      values
        .map((value) => {
          if (value === undefined) return '?'
          const pointer = value < 0n ? undefined : layout.pointerAt(value)
          return pointer === undefined ? `${value}` : `&${pointer.variable}+${pointer.offset}`
        })
        .join(' '),
    )
    .toSorted()
    .join('\n')

function statesOf(
  program: Program,
  { model, besides, bound = defaultBound }: Pick<OutcomesOptions, 'model' | 'besides' | 'bound'>,
  list: List,
  arrangement: Arrangement,
): Outcomes {
  const observed = observables(program, besides)
  const observer = observing(program, observed)
  const verdict = beforehand(observer, model, bound)
  if (verdict !== undefined)
    return { graph: noEvents(observer), model, observed, found: [], ending: verdict, undefined: noUndefined }
  const graph = graphUnder(model, observer, bound, 'final states', arrangement)
  const { found, ending, liveness, undefined: reached = noUndefined } = list(graph, observed)
  const states = found.map((execution) => ({ execution, values: readIn(graph, observed, execution) }))
  return {
    graph,
    model,
    observed,
    found: states.toSorted((a, b) => compareLists(a.values, b.values)),
    ending,
    liveness,
    undefined: reached,
  }
}

/** Returns a text that is the same for executions that end in the same state. */
export function stateKey(graph: EventGraph, observed: readonly Observable[], execution: Execution): string {
  const open = openIn(graph, observed, execution)
  const values = observed.map((term, i) => (open[i] ? '?' : observedIn(term, graph, execution).value))
  return [...values, ...reachedWith(graph, open, execution).map(({ name }) => name)].join(' ')
}

/** Returns the observed values at the end of an execution, as numbers; undefined if open. */
function readIn(
  graph: EventGraph,
  observed: readonly Observable[],
  execution: Execution,
): readonly (bigint | undefined)[] {
  const open = openIn(graph, observed, execution)
  return observed.map((term, i) => {
    const { value, type } = observedIn(term, graph, execution)
    return open[i] ? undefined : numberOf(value, type)
  })
}

/** Compares two lists of values. Open values come last. */
function compareLists(a: readonly (bigint | undefined)[], b: readonly (bigint | undefined)[]): number {
  for (const [i, value] of a.entries()) {
    const other = b[i]
    if (value === other) continue
    if (value === undefined || other === undefined) return value === undefined ? 1 : -1
    return value < other ? -1 : 1
  }
  return 0
}

/**
 * Returns the condition of executions that end in the same state as this one; `open` says when observed values are
 * open.
 */
function endsWith(
  { graph, builder, observed: valueOf, outcomes: reached }: Encoding,
  observed: readonly Observable[],
  execution: Execution,
  open: readonly Formula[] | undefined,
): Formula {
  const isOpen = openIn(graph, observed, execution)
  const also = reachedWith(graph, isOpen, execution)
  const answered = [...reached].map(([question, formula]) => (also.includes(question) ? formula : builder.not(formula)))
  const held = observed.map((term, i): Formula => {
    const here = open?.[i] ?? builder.ff
    if (isOpen[i]) return here
    const [value, { value: bits }] = [valueOf(term), observedIn(term, graph, execution)]
    return builder.and(isPattern(value, bits, builder), builder.not(here))
  })
  return builder.all([...held, ...(isOpen.includes(true) ? answered : [])])
}
