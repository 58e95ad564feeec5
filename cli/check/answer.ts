/** One question of a test, as a thread decides it. */

import type { Model } from '../../axioms/algebra/terms.js'
import { ask, prepare } from '../../encoder/decide/decide.js'
import type { EncodingForm } from '../../encoder/formula/orders-in-clauses.js'
import type { Solver } from '../../encoder/solver/smt.js'
import type { Program } from '../../litmus/program.js'
import { type Answer, answersOf } from './judge.js'

/** How the questions are answered. */
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

/** The answer to the question, without its execution. */
export function answerTo({ test, question }: AskedQuestion, task: AnswerTask, solver: Solver): AnswerOrFault {
  const { model, encoding, timeout, bound } = task
  try {
    const decision = ask(prepare(test, model, { bound, encoding, breakSymmetry: true }), solver, timeout, question)
    const [answer] = answersOf(decision)
    return answer === undefined ? { kind: 'fault', message: 'no answer' } : { kind: 'answer', answer }
  } catch (error) {
    // WebAssembly that has ended, for want of memory above all, is of no more use: the thread ends with it.
    if (!(error instanceof Error) || error.name === 'RuntimeError')
      throw new Error('z3 has ended, which want of memory may cause')
    return { kind: 'fault', message: error.message }
  }
}
