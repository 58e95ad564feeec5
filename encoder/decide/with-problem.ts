/** The one way to ask the solver about a problem. */

import { withoutAxiom } from '../../axioms/algebra/edit.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { counted } from '../../source/counted.js'
import { limited, timeReason } from '../../source/limited.js'
import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import { once } from '../../source/once.js'
import type { Execution } from '../execution/execution.js'
import { hangIn, isUndefined, objections, reaches } from '../execution/replay.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import type { Goal } from '../formula/smtlib.js'
import { type Answer, type Assignment, isOutOfMemory, type Session, type Solver } from '../solver/solver.js'
import { assigned, decode } from './decode.js'
import { type Alternatives, firstSolution } from './first-solution.js'
import type { NotCovered } from './mixed-sizes.js'
import type { Behaviour, Problem } from './problem.js'
import { limitOf, type Patience, type TimeLimit } from './time-limit.js'
import { uncoveredIn } from './uncovered.js'
import type { IsUsed } from './unknown-answers.js'
import { InternalError, loopsWithin, type Unknown, type Within } from './verdict.js'

const late: Answer = { kind: 'unknown', reason: timeReason }

/**
 * Questions to the solver about the executions that are consistent under some axioms. Goals of another problem are
 * refused by an exception.
 */
export interface Asking {
  /** Returns whether there is an execution that meets the goal. */
  readonly check: (goal: Goal) => { readonly kind: 'sat' } | NotFound
  /** Returns a replayed execution that meets the goal. Throws `InternalError` if it does not replay. */
  readonly find: (goal: Goal) => Found | NotFound
  /**
   * Works like `find`, but always returns the same execution: the one in which the first alternatives hold
   * (`firstSolution`).
   */
  readonly findFirst: (goal: Goal, alternatives: Alternatives) => Found | NotFound
}

interface Found {
  readonly kind: 'sat'
  readonly execution: Execution
}

type NotFound = { readonly kind: 'unsat' } | Unknown

/** A problem that the solver has loaded. All axioms hold. */
export interface OpenProblem extends Asking {
  /** Milliseconds that the solver took to load it. */
  readonly load: number
  /**
   * If the axioms are goals, returns the executions under the named axioms. Throws if they are asserted, or the model
   * has no such axiom.
   */
  readonly under: (axioms: readonly string[]) => Asking
  /** Excludes executions for which the formula holds from now on. */
  readonly exclude: (formula: Formula) => void
  /** Begins another question, with the whole time limit, unless that is for all questions. */
  readonly nextQuestion: () => void
}

/**
 * Returns the result of `use` on the open problem, and closes the problem in any case. Milliseconds are for all
 * checks, unless `use` begins another question.
 */
export function withProblem<T>(
  problem: Problem<unknown>,
  solver: Solver,
  patience: Patience,
  use: (open: OpenProblem) => T,
): T {
  const limit = limitOf(patience)
  const start = performance.now()
  const session = solver.open(problem.smt)
  const load = performance.now() - start
  try {
    return use(openProblem(problem, session, limit, load))
  } finally {
    session.close()
  }
}

function openProblem(
  { encoding, smt, axioms, shown }: Problem<unknown>,
  session: Session,
  limit: TimeLimit,
  load: number,
): OpenProblem {
  const violatedBy = (assignment: Assignment): readonly Formula[] => {
    if (encoding.lazily.length === 0) return []
    const { formula } = assigned(assignment, encoding.unstated)
    return encoding.lazily.flatMap(({ violated }) => violated(formula))
  }
  const { builder } = encoding
  /** Returns a constant for each formula that is assumed and is not a goal. */
  const constantFor = memoised((formula: Formula): string => {
    const name = `assumed_${formula.id}`
    session.assert([builder.any([builder.not(builder.variable(name)), formula])])
    return name
  })
  /** Returns how large the problem is, and how often its formula was extended for the goal. */
  const howFar = (refined: number): string =>
    `with ${counted(encoding.graph.events.length, 'event')}, and a formula of ${session.size()}${
      refined === 0 ? '' : ` that was extended ${counted(refined, 'time')}`
    }`
  const asking = (kept: readonly Goal[], model: Model): Asking => {
    /** Returns the solver's answer, or that what solutions need to have stated is too large. */
    const ask = (goal: Goal, assumed: readonly Formula[] = []): Answer => {
      const answer = limited(() => checked(goal, assumed))
      return 'built' in answer ? answer.built : { kind: 'unknown', reason: answer.tooLarge }
    }
    const checked = (goal: Goal, assumed: readonly Formula[]): Answer => {
      const names = [...[goal, ...kept].map(smt.constantOf), ...assumed.map(constantFor)]
      for (let refined = 0; ; refined++) {
        const left = limit.left()
        const answer = left === 0 ? late : session.check(names, { milliseconds: left })
        if (answer.kind === 'unknown' && isOutOfMemory(answer.reason))
          return { kind: 'unknown', reason: `${answer.reason}, ${howFar(refined)}` }
        if (answer.kind === 'unknown' && answer.reason === timeReason)
          return { kind: 'unknown', reason: `${timeReason}, ${howFar(refined)}; --timeout raises it` }
        const violated = answer.kind === 'sat' ? violatedBy(answer.assignment) : []
        if (violated.length === 0) return answer
        session.assert(violated)
      }
    }
    const found = (goal: Goal, assignment: Assignment): Found => ({
      kind: 'sat',
      execution: decodeAndReplay({ ...encoding, model }, assignment, shown.get(goal)),
    })
    return {
      check: (goal) => ask(goal),
      find: (goal) => {
        const answer = ask(goal)
        return answer.kind === 'sat' ? found(goal, answer.assignment) : answer
      },
      findFirst: (goal, alternatives) => {
        const answer = ask(goal)
        if (answer.kind !== 'sat') return answer
        const also = (assumed: readonly Formula[]): Answer => ask(goal, assumed)
        return found(goal, firstSolution(answer.assignment, alternatives, also, builder.any, encoding.unstated))
      },
    }
  }
  const under = (names: readonly string[]): Asking => {
    if (axioms === 'asserted') throw new Error('axioms that are asserted cannot be left out')
    const kept = names.map((name) => must(axioms.get(name), `the axiom ${name} in the problem`))
    const left = [...axioms.keys()].filter((name) => !names.includes(name))
    return asking(kept, left.reduce(withoutAxiom, encoding.model))
  }
  const exclude = (formula: Formula): void => session.assert([builder.not(formula)])
  const all = axioms === 'asserted' ? [] : [...axioms.values()]
  return { ...asking(all, encoding.model), load, under, exclude, nextQuestion: limit.restart }
}

/**
 * Decodes and replays the execution of a solution: it is consistent and shows what it should (the outcome of a
 * question, a hang, or undefined behaviour). Throws `InternalError` if not.
 */
function decodeAndReplay(
  encoding: Pick<Encoding, 'graph' | 'model' | 'solution' | 'unstated'>,
  assignment: Assignment,
  shown: Behaviour | undefined,
): Execution {
  const { graph, model } = encoding
  const execution = decode(encoding, assignment)
  const problems = [...objections(graph, model, execution), ...missing(encoding, execution, shown)]
  if (problems.length > 0) throw new InternalError(`the solver's execution does not replay: ${problems.join('; ')}`)
  return execution
}

function missing(
  { graph, model }: Pick<Encoding, 'graph' | 'model'>,
  execution: Execution,
  shown: Behaviour | undefined,
): readonly string[] {
  if (shown === undefined) return []
  if (shown === 'hang') return hangIn(graph, model, execution) === undefined ? ['it is not a hang'] : []
  if (shown === 'undefined') return isUndefined(graph, model, execution) ? [] : ['no behaviour is undefined']
  return reaches(shown, graph, execution) ? [] : [`the outcome of ${shown.name} is not reached`]
}

/** Returns the loops whose cut some consistent execution reaches, if any. */
export function within(
  { encoding, cuts }: Pick<Problem<unknown>, 'encoding' | 'cuts'>,
  { check }: Asking,
): Within | Unknown | undefined {
  const loops = new Set<string>()
  for (const { loop, goal } of cuts) {
    if (loops.has(loop) || goal.formula.kind === 'false') continue
    const result = check(goal)
    if (result.kind === 'unknown') return result
    if (result.kind === 'sat') loops.add(loop)
  }
  return loopsWithin(encoding.graph, loops)
}

/**
 * Returns why the program is not covered: some consistent execution has a mixed-size race, or reaches what is not
 * modelled.
 */
export function uncovered(
  { encoding: { graph, model }, uncovered: goal }: Pick<Problem<unknown>, 'encoding' | 'uncovered'>,
  { find }: Asking,
): NotCovered | Unknown | undefined {
  if (goal === undefined || goal.formula.kind === 'false') return undefined
  const answer = find(goal)
  if (answer.kind !== 'sat') return answer.kind === 'unknown' ? answer : undefined
  return must(uncoveredIn(graph, model, answer.execution), 'why an execution is not covered')
}

/**
 * Returns whether some execution that `asking` considers uses a location that is not initialised; true if the solver
 * does not say. Each location is asked about once.
 */
export function usedUninitialised(
  { uninitialised }: Pick<Problem<unknown>, 'uninitialised'>,
  { check }: Asking,
): IsUsed {
  const uses = new Map(
    [...uninitialised].map(([location, goal]) => [
      location,
      once(
        () => goal.formula.kind !== 'false' && check(goal).kind !== 'unsat',
        () => true,
      ),
    ]),
  )
  return (location) => uses.get(location)?.() ?? true
}
