/** Answers the questions of a program. */

import type { Model } from '../axioms/algebra/terms.js'
import type { Program, Question } from '../litmus/program.js'
import { notCovered } from './coverage.js'
import { type Encoding, encode } from './encode.js'
import { buildEvents, type EventGraph } from './events.js'
import { decode, type Execution } from './execution.js'
import { tooLarge, tooLong } from './limits.js'
import { holdsIn, objections } from './replay.js'
import type { Answer, Session, Solver } from './smt.js'
import { type SmtText, toSmtLib } from './smtlib.js'

/** Whether the outcome a question asks for can be reached; for `assert`, whether it can be violated. */
export type Verdict =
  | { readonly kind: 'allowed'; readonly execution: Execution }
  /** `vacuous`: no execution at all meets what the test demands of its loads. */
  | { readonly kind: 'forbidden'; readonly vacuous: boolean }
  | { readonly kind: 'undecided'; readonly reason: string }
  /** The model has nothing to say about something that the program uses. */
  | { readonly kind: 'not covered'; readonly reason: string }

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
  readonly problem: { readonly encoding: Encoding; readonly smt: SmtText } | { readonly verdict: Verdict }
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
}

/** Something that must not happen whatever the input: a fault of this program. */
export class InternalError extends Error {}

/**
 * The verdict on each question of a program, in order. Every execution that shows an outcome reachable is replayed before it is
 * believed. Throws `InternalError` if one does not replay.
 */
export const decide = (program: Program, solver: Solver, { model, timeout }: Options): Decision =>
  ask(prepare(program, model), solver, timeout)

/**
 * The part of the work that needs no solver, to be done while it starts. The axioms are asserted, or they are goals behind those of
 * the questions, one for each, so that a check may leave some of them out.
 */
export function prepare(program: Program, model: Model, axioms: 'asserted' | 'goals' = 'asserted'): Prepared {
  const start = performance.now()
  const verdict = beforehand(program, model)
  const graph = verdict === undefined ? buildEvents(program) : noEvents(program)
  const problem = (): Prepared['problem'] => {
    if (verdict !== undefined) return { verdict }
    const encoding = encode(graph, model)
    const { assertions, outcomes } = encoding
    const smt =
      axioms === 'asserted'
        ? toSmtLib([...assertions, ...encoding.axioms], outcomes)
        : toSmtLib(assertions, [...outcomes, ...encoding.axioms])
    const size = tooLong(smt.text)
    return size === undefined ? { encoding, smt } : { verdict: { kind: 'undecided', reason: size } }
  }
  return { graph, model, problem: problem(), build: performance.now() - start }
}

/** The graph of a program that is not looked into. */
export const noEvents = (program: Program): EventGraph => ({
  program,
  events: [],
  rmw: [],
  data: [],
  registers: [],
  constraints: [],
})

/** The verdict on programs that are not to be decided at all. */
export function beforehand(program: Program, model: Model): Verdict | undefined {
  const reason = notCovered(program, model)
  if (reason !== undefined) return { kind: 'not covered', reason }
  const size = tooLarge(program)
  return size === undefined ? undefined : { kind: 'undecided', reason: size }
}

/** The rest of the work; as `decide`. */
export function ask({ graph, model, problem, build }: Prepared, solver: Solver, timeout?: number): Decision {
  const { questions } = graph.program
  if ('verdict' in problem) {
    const { verdict } = problem
    return { graph, model, answers: questions.map((question) => ({ question, verdict, solve: 0 })), build, load: 0 }
  }
  const { encoding, smt } = problem
  const start = performance.now()
  const session = solver.open(smt.text)
  const load = performance.now() - start
  try {
    const anyExecution = once(() => session.check([], timeout))
    const answers = questions.map((question, i): Answered => {
      const asked = performance.now()
      const goals = [smt.goals[i] ?? '']
      const verdict = answer(question, { goals, encoding, session, anyExecution, timeout })
      return { question, verdict, solve: performance.now() - asked }
    })
    return { graph, model, answers, build, load }
  } finally {
    session.close()
  }
}

export interface Ask {
  /** What is assumed: that the outcome is reached, and whatever else is demanded of the execution. */
  readonly goals: readonly string[]
  readonly encoding: Pick<Encoding, 'graph' | 'model' | 'solution'>
  readonly session: Session
  /** Whether there is an execution at all. */
  readonly anyExecution: () => Answer
  readonly timeout?: number | undefined
}

/** The verdict on one question. An execution is replayed under the model of the encoding. */
export function answer(question: Question, { goals, encoding, session, anyExecution, timeout }: Ask): Verdict {
  const result = session.check(goals, timeout)
  switch (result.kind) {
    case 'unknown':
      return undecided(result)
    case 'unsat': {
      const any = anyExecution()
      return any.kind === 'unknown' ? undecided(any) : { kind: 'forbidden', vacuous: any.kind === 'unsat' }
    }
    case 'sat': {
      const execution = decode(encoding, result.assignment)
      const { graph, model } = encoding
      const reached = holdsIn(question.condition, graph, execution) === (question.kind !== 'assert')
      const problems = [...objections(graph, model, execution), ...(reached ? [] : ['the outcome is not reached'])]
      if (problems.length > 0)
        throw new InternalError(`z3's execution for ${question.name} does not replay: ${problems.join('; ')}`)
      return { kind: 'allowed', execution }
    }
  }
}

const undecided = ({ reason }: Extract<Answer, { kind: 'unknown' }>): Verdict => ({
  kind: 'undecided',
  reason: reason === 'canceled' ? 'the time limit was reached' : reason,
})

/** The function, computing its value once. */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}
