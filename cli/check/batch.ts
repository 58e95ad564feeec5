/**
 * Answers on several threads, each with its own solver: progress, limits, interruption. A thread that exceeds the time
 * limit is ended; a solver that has run out of memory is replaced. Tests are read while others are decided, and dropped
 * once they are reported.
 */

import { setImmediate } from 'node:timers/promises'
import { timeReason } from '../../source/limited.js'
import { must } from '../../source/must.js'
import type { Output } from '../console/output.js'
import { progressBar } from '../console/progress.js'
import { inOrder } from '../threads/in-order.js'
import { heapFor, mostOfHeap } from '../threads/memory.js'
import { onThreads } from '../threads/threads.js'
import type { ThreadWork } from '../worker.js'
import type { AnswerOrFault, AskedQuestion } from './answer.js'
import type { Listener } from './listener.js'
import type { ReadTest } from './read.js'

export interface Batch {
  /** The script that each thread runs, and its work. */
  readonly threadScript: URL
  readonly work: Extract<ThreadWork, { readonly kind: 'answer questions' }>
  /** Threads. */
  readonly jobs: number
}

/**
 * The time after its limit at which a thread is ended, in milliseconds. The solver notices the limit within that time, if at
 * all.
 */
const grace = 250

/**
 * Answers all questions of the tests, which are read while others are answered. A thread that ends costs one question.
 * Ctrl-C ends all threads; then it returns true, after reporting the results so far.
 */
export async function answerOnThreads(
  tests: Iterable<readonly ReadTest[]>,
  { threadScript, work, jobs }: Batch,
  { onAnswer, onFault }: Listener,
  { progress }: Pick<Output, 'progress'>,
): Promise<{ readonly interrupted: boolean }> {
  /** The questions that are asked and not yet reported. */
  const origins = new Map<number, { readonly from: ReadTest; readonly question: number }>()
  async function* questions(): AsyncGenerator<AskedQuestion> {
    let count = 0
    for (const ofFile of tests) {
      for (const from of ofFile)
        for (const question of from.test.questions.keys()) {
          origins.set(count++, { from, question })
          yield { test: from.test, question }
        }
      // Answers of threads arrive between files.
      await setImmediate()
    }
  }
  const answers = inOrder<AnswerOrFault>((index, answered) => {
    const { from, question } = must(origins.get(index), 'a question for each answer')
    origins.delete(index)
    if (answered.kind === 'answer') onAnswer(from, question, answered.answer)
    else onFault(from.test, answered.message)
  })
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  process.once('SIGINT', interrupt)
  const { timeout } = work.task
  const most = timeout === undefined ? undefined : timeout + grace
  const { memory } = work.by
  const heap = memory === undefined || heapFor(memory) <= mostOfHeap() ? undefined : heapFor(memory)
  const start = performance.now()
  await onThreads<AskedQuestion, AnswerOrFault>(threadScript, { workerData: work, count: jobs, heap }, questions(), {
    onResult: (answered, index, done, total) => {
      answers.hear(index, answered)
      progress(`${progressBar(done, total, 'questions')}${pace(done, total, performance.now() - start)}`)
    },
    onFault: (_, reason) => undecided(`the thread that decided it ended: ${reason}`, 0),
    limit:
      most === undefined
        ? undefined
        : { milliseconds: most, onLate: () => undecided(`${timeReason}; --timeout raises it`, most) },
    signal: interruption.signal,
  })
  process.off('SIGINT', interrupt)
  progress('')
  answers.flush()
  return { interrupted: interruption.signal.aborted }
}

const undecided = (reason: string, solve: number): AnswerOrFault => ({
  kind: 'answer',
  answer: {
    verdict: { kind: 'undecided', reason },
    liveness: { liveness: null },
    unknown: {},
    undefined: null,
    events: 0,
    demands: false,
    build: 0,
    load: 0,
    solve,
  },
})

/** Writes `, 20/s, 5 s left`. */
function pace(done: number, total: number, milliseconds: number): string {
  const rate = (1000 * done) / Math.max(1, milliseconds)
  return `, ${rate.toFixed(0)}/s, ${Math.ceil((total - done) / Math.max(rate, 0.001))} s left`
}
