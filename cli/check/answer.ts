/** Answers to questions as they are judged, and how a thread finds one. */

import type { Model } from '../../axioms/algebra/terms.js'
import { ask, prepare } from '../../encoder/decide/decide.js'
import type { Decision, Liveness, Verdict } from '../../encoder/decide/verdict.js'
import type { EventGraph } from '../../encoder/events/event.js'
import type { EncodingForm } from '../../encoder/formula/orders-in-clauses.js'
import type { Solver } from '../../encoder/solver/smt.js'
import type { Program } from '../../litmus/program.js'
import type { WaitReport } from '../../report/parts.js'
import { must } from '../../source/must.js'
import { waitsIn } from '../../witness/waits.js'

/** What is judged of an answer: all but its execution. */
export interface Answer {
  readonly verdict: Exclude<Verdict, { kind: 'allowed' }> | { readonly kind: 'allowed' }
  /** What is known of hangs; undefined where the program was not looked into. */
  readonly liveness: AnsweredLiveness | undefined
  readonly events: number
  /** Whether the test demands something of the executions that count. */
  readonly demands: boolean
  /** Milliseconds. */
  readonly build: number
  readonly load: number
  readonly solve: number
}

/** As in a decision, but of a hang who waits for what, in place of its execution. */
export type AnsweredLiveness =
  | Exclude<Liveness, { kind: 'hangs' }>
  | { readonly kind: 'hangs'; readonly always: boolean; readonly waits: readonly WaitReport[] }

const livenessIn = (graph: EventGraph, liveness: Liveness | undefined): AnsweredLiveness | undefined =>
  liveness?.kind === 'hangs'
    ? { kind: 'hangs', always: liveness.always, waits: must(waitsIn(graph, liveness.execution), 'who waits in a hang') }
    : liveness

/** The answers of a decision, in its order. */
export const answersOf = ({ graph, answers, build, load }: Decision): readonly Answer[] =>
  answers.map(({ verdict, liveness, solve }) => ({
    verdict: verdict.kind === 'allowed' ? { kind: verdict.kind } : verdict,
    liveness: livenessIn(graph, liveness),
    events: graph.events.length,
    demands: graph.constraints.length > 0 || graph.program.filter !== undefined,
    build,
    load,
    solve,
  }))

/** How questions are answered. */
export interface AnswerTask {
  readonly model: Model
  readonly encoding: EncodingForm
  /** Milliseconds for each check of z3. */
  readonly timeout?: number | undefined
  readonly bound: number
}

export interface AskedQuestion {
  readonly test: Program
  /** An index among the questions of the test. */
  readonly question: number
}

/** The answer, or what went wrong: a fault of this program. */
export type AnswerOrFault =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'fault'; readonly message: string }

/** The answer to one question. */
export function answerTo({ test, question }: AskedQuestion, task: AnswerTask, solver: Solver): AnswerOrFault {
  const { model, encoding, timeout, bound } = task
  try {
    const decision = ask(
      prepare(test, model, { bound, encoding, liveness: true, breakSymmetry: true }),
      solver,
      timeout,
      question,
    )
    return { kind: 'answer', answer: must(answersOf(decision)[0], 'an answer to the question') }
  } catch (error) {
    // WebAssembly that has ended, for want of memory above all, is of no more use: the thread ends with it.
    if (!(error instanceof Error) || error.name === 'RuntimeError')
      throw new Error('z3 has ended, which want of memory may cause')
    return { kind: 'fault', message: error.message }
  }
}
