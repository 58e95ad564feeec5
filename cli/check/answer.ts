/** Answers one question in a worker thread. */

import { type Answer, answersOf } from '../../answers/answer.js'
import type { Demand } from '../../answers/needs/needs.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { ask, prepare } from '../../encoder/decide/decide.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import type { Decision } from '../../encoder/decide/verdict.js'
import type { EncodingForm } from '../../encoder/formula/form.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { messageOf } from '../console/errors.js'

/** The options for answering questions. */
export interface AnswerTask {
  readonly model: Model
  readonly encoding: EncodingForm
  /** Milliseconds of the solver for each question. */
  readonly timeout?: number | undefined
  readonly bound: number
  /** The promises about the schedule of blocks and kernels. */
  readonly promises: Demand
}

export interface AskedQuestion {
  readonly test: Program
  /** An index among the questions of the test. */
  readonly question: number
}

/** The answer, or what went wrong: a bug in this program. */
export type AnswerOrFault =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'fault'; readonly message: string }

/** Returns the answer to one question. */
export function answerTo({ test, question }: AskedQuestion, task: AnswerTask, solver: Solver): AnswerOrFault {
  const { model, encoding, timeout, bound, promises } = task
  try {
    const decided = (test: Program, model: Model): Decision => {
      const prepared = prepare(test, model, {
        ...{ bound, encoding, liveness: true, breakSymmetry: true },
        goesOn: timeLimit(timeout).goesOn,
      })
      // The thread is ended when the time is over. The solver ends before, and says how far it came.
      const left = timeout === undefined ? undefined : Math.max(1, timeout - prepared.build)
      return ask(prepared, solver, left, question)
    }
    const [answer] = answersOf(decided(test, model), decided, promises)
    return { kind: 'answer', answer: must(answer, 'an answer to the question') }
  } catch (error) {
    return { kind: 'fault', message: messageOf(error) }
  }
}
