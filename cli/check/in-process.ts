/** Answers questions on the thread that reads the tests. This is done for a few files without limits. */

import { answersOf } from '../../answers/answer.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { bruteForce } from '../../encoder/decide/brute.js'
import { ask, type Prepared, prepare } from '../../encoder/decide/decide.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import type { Decision } from '../../encoder/decide/verdict.js'
import type { Solver } from '../../encoder/solver/solver.js'
import { type Program, testName } from '../../litmus/program.js'
import type { AnswerTask } from './answer.js'
import type { Listener } from './listener.js'
import type { ReadTest } from './read.js'

/**
 * Answers all questions of the tests, by a solver, or without one by brute force. A bug in this program affects one test only.
 */
export async function answerInProcess(
  tests: Iterable<readonly ReadTest[]>,
  task: AnswerTask,
  solver: (() => Promise<Solver>) | undefined,
  { onAnswer, onFault }: Listener,
  progress: (line: string) => void,
): Promise<void> {
  for (const ofFile of tests)
    for (const from of ofFile) {
      const { test } = from
      try {
        progress(`deciding ${testName(test)} …`)
        const decision = await decided(test, task, solver, progress)
        const decider = await solver?.()
        const again = (other: Program, model: Model): Decision =>
          decider === undefined
            ? bruteForce(other, model, { bound: task.bound })
            : ask(prepared(other, { ...task, model }), decider, task.timeout)
        for (const [i, answer] of answersOf(decision, again, task.promises).entries()) onAnswer(from, i, answer)
      } catch (error) {
        onFault(test, error)
      }
    }
}

async function decided(
  test: Program,
  task: AnswerTask,
  solver: (() => Promise<Solver>) | undefined,
  progress: (line: string) => void,
): Promise<Decision> {
  if (solver === undefined) return bruteForce(test, task.model, { bound: task.bound })
  // This runs while the solver starts.
  const problem = prepared(test, task)
  const decider = await solver()
  progress(
    `deciding ${testName(test)}: ${problem.graph.events.length} events, ${decider.name === 'z3' ? 'z3' : 'SAT'} …`,
  )
  return ask(problem, decider, task.timeout)
}

const prepared = (test: Program, { model, encoding, bound, timeout }: AnswerTask): Prepared =>
  prepare(test, model, { bound, encoding, liveness: true, breakSymmetry: true, goesOn: timeLimit(timeout).goesOn })
