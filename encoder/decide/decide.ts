/** Answers the questions of a program. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Program, Question } from '../../litmus/program.js'
import type { EventGraph } from '../events/event.js'
import { buildEvents } from '../events/events.js'
import { defaultBound } from '../events/unroll.js'
import type { Execution } from '../execution/execution.js'
import { objections, reaches } from '../execution/replay.js'
import { type Encoding, encode } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'
import type { EncodingForm } from '../formula/orders-in-clauses.js'
import { type SmtText, toSmtLib } from '../formula/smtlib.js'
import { alikeThreads, inOrder } from '../formula/symmetry.js'
import type { Answer, Assignment, Solver } from '../solver/smt.js'
import { always } from '../values/expression.js'
import { notCovered } from './coverage.js'
import { decode } from './decode.js'
import { tooLarge, withinLimits } from './limits.js'

/** Whether the outcome a question asks for can be reached; for `assert`, whether it can be violated. */
export type Verdict =
  | { readonly kind: 'allowed'; readonly execution: Execution }
  /**
   * `vacuous`: no execution at all comes to an end and meets what the test demands. `within`: executions that go round loops more often
   * than the bound were not looked at, and there are some.
   */
  | { readonly kind: 'forbidden'; readonly vacuous: boolean; readonly within?: Within }
  | { readonly kind: 'undecided'; readonly reason: string }
  /** The model has nothing to say about something that the program uses. */
  | { readonly kind: 'not covered'; readonly reason: string }

/** What a verdict is limited to: so many executions of the bodies of these loops. */
export interface Within {
  readonly bound: number
  /** Thread, label and place of each. */
  readonly loops: readonly string[]
}

export interface Answered {
  readonly question: Question
  readonly verdict: Verdict
  /** Time in the solver, in milliseconds. */
  readonly solve: number
}

/** A program's questions, ready for z3. */
export interface Prepared {
  readonly graph: EventGraph
  readonly model: Model
  /** `outcomes` is what a goal asks for: less than those of the encoding, where one of several executions is enough. */
  readonly problem:
    | { readonly encoding: Encoding; readonly outcomes: readonly Formula[]; readonly smt: SmtText }
    | { readonly verdict: Verdict }
  /** Milliseconds for events, formulas and text. */
  readonly build: number
}

export interface Decision {
  readonly graph: EventGraph
  readonly model: Model
  readonly answers: readonly Answered[]
  /** Milliseconds: for events, formulas and text, and for z3 to take them in. */
  readonly build: number
  readonly load: number
}

export interface Options {
  readonly model: Model
  /** Milliseconds that z3 may spend on one check; unlimited without. */
  readonly timeout?: number | undefined
  /** How often the body of a loop is executed at most; 2 without. */
  readonly bound?: number | undefined
  /** Lean without. */
  readonly encoding?: EncodingForm | undefined
}

export interface Preparation {
  readonly bound?: number | undefined
  /** Asserted, or goals behind the others, so that a check may leave some of them out. */
  readonly axioms?: 'asserted' | 'goals'
  readonly encoding?: EncodingForm | undefined
  /** Whether the question is only if an execution exists, so that of executions which differ by an exchange of threads one is enough. */
  readonly oneOfAlike?: boolean
}

/** Something that must not happen whatever the input: a fault of this program. */
export class InternalError extends Error {}

/**
 * The verdict on each question of a program, in order. Every execution that shows an outcome reachable is replayed before it is
 * believed. Throws `InternalError` if one does not replay.
 */
export const decide = (program: Program, solver: Solver, { model, timeout, bound, encoding }: Options): Decision =>
  ask(prepare(program, model, { bound, encoding, oneOfAlike: true }), solver, timeout)

/**
 * The part of the work that needs no solver, to be done while it starts. The goals are the questions' outcomes, completeness, and the
 * cuts of loops, and then the axioms, if they are goals.
 */
export function prepare(
  program: Program,
  model: Model,
  { bound = defaultBound, axioms = 'asserted', encoding: form = 'lean', oneOfAlike = false }: Preparation = {},
): Prepared {
  const start = performance.now()
  const verdict = beforehand(program, model, bound)
  const graph = verdict === undefined ? buildEvents(program, bound) : noEvents(program)
  const problem = (): Prepared['problem'] => {
    if (verdict !== undefined) return { verdict }
    const built = withinLimits(graph, () => {
      const encoding = encode(graph, model, form)
      const { assertions, complete, cuts } = encoding
      const outcomes = oneOfAlike && form === 'lean' ? oncePerExchange(encoding) : encoding.outcomes
      const goals = [...outcomes, complete, ...cuts]
      const smt =
        axioms === 'asserted'
          ? toSmtLib([...assertions, ...encoding.axioms], goals)
          : toSmtLib(assertions, [...goals, ...encoding.axioms])
      return { encoding, outcomes, smt }
    })
    return 'tooLarge' in built ? { verdict: { kind: 'undecided', reason: built.tooLarge } } : built
  }
  return { graph, model, problem: problem(), build: performance.now() - start }
}

/** The outcomes of the questions, of executions in which threads that a question treats alike come in one order. */
const oncePerExchange = ({ graph, outcomes, solution, builder }: Encoding): readonly Formula[] =>
  outcomes.map((outcome, i) => {
    const condition = graph.program.questions[i]?.condition
    const alike = condition === undefined ? [] : alikeThreads(graph, condition)
    return builder.all([outcome, ...inOrder(alike, solution, builder)])
  })

/** The graph of a program that is not looked into. */
export const noEvents = (program: Program): EventGraph => ({
  program,
  events: [],
  rmw: [],
  data: [],
  ctrl: [],
  api: [],
  registers: [],
  constraints: [],
  ends: [],
  complete: always,
  cuts: [],
  bound: defaultBound,
})

/** The verdict on programs that are not to be decided at all. */
export function beforehand(program: Program, model: Model, bound: number): Verdict | undefined {
  const reason = notCovered(program, model)
  if (reason !== undefined) return { kind: 'not covered', reason }
  const size = tooLarge(program, bound)
  return size === undefined ? undefined : { kind: 'undecided', reason: size }
}

/** The rest of the work; as `decide`. If one question is named by its index, only that is answered. */
export function ask(
  { graph, model, problem, build }: Prepared,
  solver: Solver,
  timeout?: number,
  only?: number,
): Decision {
  const questions = graph.program.questions.map((question, index) => ({ question, index }))
  const asked = only === undefined ? questions : questions.slice(only, only + 1)
  if ('verdict' in problem) {
    const { verdict } = problem
    return { graph, model, answers: asked.map(({ question }) => ({ question, verdict, solve: 0 })), build, load: 0 }
  }
  const { encoding, smt } = problem
  const start = performance.now()
  const session = solver.open(smt.text)
  const load = performance.now() - start
  try {
    const verdictOn = verdicts(encoding, (goal) => session.check([smt.goals[goal] ?? ''], timeout))
    const answers = asked.map(({ question, index }): Answered => {
      const began = performance.now()
      const verdict = verdictOn(index)
      return { question, verdict, solve: performance.now() - began }
    })
    return { graph, model, answers, build, load }
  } finally {
    session.close()
  }
}

/**
 * The verdict on each question, by its index. `check` asks for a goal, by its index among those that `prepare` makes. Executions are
 * replayed under the model of the encoding.
 */
export function verdicts(
  encoding: Pick<Encoding, 'graph' | 'model' | 'solution' | 'cuts'>,
  check: (goal: number) => Answer,
): (question: number) => Verdict {
  const { questions } = encoding.graph.program
  const whetherVacuous = once(() => check(questions.length))
  const limits = once(() => within(encoding, (cut) => check(questions.length + 1 + cut)))
  return (index) => answer(check(index), encoding, whetherVacuous, limits, questions[index])
}

function answer(
  result: Answer,
  encoding: Pick<Encoding, 'graph' | 'model' | 'solution'>,
  whetherVacuous: () => Answer,
  limits: () => Within | Unknown | undefined,
  question: Question | undefined,
): Verdict {
  switch (result.kind) {
    case 'unknown':
      return undecided(result)
    case 'unsat': {
      const any = whetherVacuous()
      if (any.kind === 'unknown') return undecided(any)
      const within = limits()
      if (within !== undefined && 'kind' in within) return undecided(within)
      return { kind: 'forbidden', vacuous: any.kind === 'unsat', ...(within === undefined ? {} : { within }) }
    }
    case 'sat':
      return { kind: 'allowed', execution: believed(encoding, result.assignment, question) }
  }
}

/**
 * The execution of a solution, once it is replayed: it is consistent, and reaches the outcome of the question, if one is given.
 * Throws `InternalError` if not.
 */
export function believed(
  encoding: Pick<Encoding, 'graph' | 'model' | 'solution'>,
  assignment: Assignment,
  question?: Question,
): Execution {
  const { graph, model } = encoding
  const execution = decode(encoding, assignment)
  const problems = [
    ...objections(graph, model, execution),
    ...(question === undefined || reaches(question, graph, execution) ? [] : ['the outcome is not reached']),
  ]
  if (problems.length > 0) {
    const asked = question === undefined ? '' : ` for ${question.name}`
    throw new InternalError(`z3's execution${asked} does not replay: ${problems.join('; ')}`)
  }
  return execution
}

/** The loops of which consistent executions reach the cut, if any. */
export function within(
  { graph, cuts }: Pick<Encoding, 'graph' | 'cuts'>,
  check: (cut: number) => Answer,
): Within | Unknown | undefined {
  const loops = new Set<string>()
  for (const [i, formula] of cuts.entries()) {
    const loop = graph.cuts[i]?.loop
    if (loop === undefined || loops.has(loop) || formula.kind === 'false') continue
    const result = check(i)
    if (result.kind === 'unknown') return result
    if (result.kind === 'sat') loops.add(loop)
  }
  return loops.size === 0 ? undefined : { bound: graph.bound, loops: [...loops] }
}

export type Unknown = Extract<Answer, { kind: 'unknown' }>

const undecided = (answer: Unknown): Verdict => ({
  kind: 'undecided',
  reason: reasonOf(answer),
})

/** Why z3 gave no answer; its parts have two words for a time limit. */
export const reasonOf = ({ reason }: Unknown): string =>
  reason === 'canceled' || reason === 'timeout' ? 'the time limit was reached' : reason

/** The function, computing its value once. */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}
