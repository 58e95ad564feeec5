/** Answers on the thread that reads the tests. This is the way of a few files without limits. */

import { answersOf, strictFor } from '../../answers/answer.js'
import { bruteForce } from '../../encoder/decide/brute.js'
import { ask, prepare } from '../../encoder/decide/decide.js'
import type { Decision } from '../../encoder/decide/verdict.js'
import type { Solver } from '../../encoder/solver/smt.js'
import type { Program } from '../../litmus/program.js'
import type { AnswerTask } from './answer.js'
import type { Listener } from './listener.js'
import type { ReadTest } from './read.js'

/** Answers all questions of the tests, by z3, or without z3 by brute force. A bug in this program costs one test. */
export async function answerInProcess(
  tests: Iterable<readonly ReadTest[]>,
  task: AnswerTask,
  solver: (() => Promise<Solver>) | undefined,
  { onAnswer, onFault }: Listener,
): Promise<void> {
  for (const ofFile of tests)
    for (const from of ofFile) {
      const { test } = from
      try {
        const decision = await decided(test, task, solver)
        const model = strictFor(test, task.model)
        const strict = model && (await decided(test, { ...task, model }, solver))
        for (const [i, answer] of answersOf(decision, strict).entries()) onAnswer(from, i, answer)
      } catch (error) {
        onFault(test, error)
      }
    }
}

async function decided(
  test: Program,
  { model, encoding, bound, timeout }: AnswerTask,
  solver: (() => Promise<Solver>) | undefined,
): Promise<Decision> {
  if (solver === undefined) return bruteForce(test, model, { bound })
  // This runs while z3 starts.
  const prepared = prepare(test, model, { bound, encoding, liveness: true, breakSymmetry: true })
  return ask(prepared, await solver(), timeout)
}
