/** Questions on several threads, each with a z3 of its own: answers in order, progress, limits, interruption. */

import type { Program } from '../../litmus/program.js'
import type { Output } from '../console/output.js'
import { progressBar } from '../console/progress.js'
import { onThreads, workerScript } from '../threads/threads.js'
import type { ThreadWork } from '../worker.js'
import type { AnswerOrFault, AskedQuestion } from './answer.js'

export interface Batch {
  readonly work: Extract<ThreadWork, { readonly kind: 'answer questions' }>
  readonly jobs: number
  /** Hears the answers in the order of the questions. */
  readonly onAnswer: (asked: AskedQuestion, answer: AnswerOrFault) => void
}

/** How long after its time limit a thread is ended, in milliseconds: z3 looks up in that time, if it does. */
const grace = 250

/** Decides all questions of the tests, which may come one by one; whether it was interrupted before the end. A thread that ends costs one question. */
export async function decideBatch(
  tests: Iterable<Program> | AsyncIterable<Program>,
  { work, jobs, onAnswer }: Batch,
  { progress }: Pick<Output, 'progress'>,
): Promise<{ readonly interrupted: boolean }> {
  /** What is asked and not told. */
  const asked = new Map<number, AskedQuestion>()
  const answered = new Map<number, AnswerOrFault>()
  let told = 0
  async function* questions(): AsyncGenerator<AskedQuestion> {
    let count = 0
    for await (const test of tests)
      for (const question of test.questions.keys()) {
        const item = { test, question }
        asked.set(count++, item)
        yield item
      }
  }
  const tell = (index: number, answer: AnswerOrFault) => {
    const item = asked.get(index)
    answered.delete(index)
    asked.delete(index)
    if (item !== undefined) onAnswer(item, answer)
  }
  const tellInOrder = () => {
    for (let answer = answered.get(told); answer !== undefined; answer = answered.get(told)) tell(told++, answer)
  }
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  process.once('SIGINT', interrupt)
  const { timeout } = work.task
  const most = timeout === undefined ? undefined : timeout + grace
  const start = performance.now()
  await onThreads<AskedQuestion, AnswerOrFault>(workerScript, { workerData: work, count: jobs }, questions(), {
    onResult: (answer, index, done, known) => {
      answered.set(index, answer)
      tellInOrder()
      progress(`${progressBar(done, known, 'questions')}${pace(done, known, performance.now() - start)}`)
    },
    onFault: (_, reason) => undecided(`the thread that decided it ended: ${reason}`, 0),
    limit:
      most === undefined
        ? undefined
        : { milliseconds: most, onLate: () => undecided('the time limit was reached', most) },
    signal: interruption.signal,
  })
  process.off('SIGINT', interrupt)
  progress('')
  if (interruption.signal.aborted) {
    // What is known beyond a gap.
    for (const [index, answer] of [...answered].toSorted(([a], [b]) => a - b)) tell(index, answer)
  }
  return { interrupted: interruption.signal.aborted }
}

const undecided = (reason: string, solve: number): AnswerOrFault => ({
  kind: 'answer',
  answer: { verdict: { kind: 'undecided', reason }, events: 0, demands: false, build: 0, load: 0, solve },
})

/** `, 20/s, 5 s left` */
function pace(done: number, total: number, milliseconds: number): string {
  const rate = (1000 * done) / Math.max(1, milliseconds)
  return `, ${rate.toFixed(0)}/s, ${Math.ceil((total - done) / Math.max(rate, 0.001))} s left`
}
