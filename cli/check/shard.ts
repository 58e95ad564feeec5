/** Divides a run into parts. Each part reads all tests, and decides every n-th. */

import { createHash } from 'node:crypto'
import { printModel } from '../../axioms/algebra/cat/print.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { type Program, testName } from '../../litmus/program.js'
import type { CheckReport } from '../../report/check.js'
import type { Expectations } from '../tables/expectations.js'
import type { CheckArguments } from './command.js'
import type { ReadTest } from './read.js'

type ShardReport = NonNullable<CheckReport['shard']>

export interface Sharding {
  /** Returns the tests of a file that belong to this part. */
  readonly chosen: (ofFile: readonly ReadTest[]) => readonly ReadTest[]
  /** Records that the answer to a question of a test was reported. */
  readonly answered: (test: Program, question: number) => void
  /** Returns what the document says about the part. */
  readonly report: () => ShardReport
}

/** Returns the requested part. Every part reads the files in the same order. */
export function sharding(
  { number, of }: Pick<ShardReport, 'number' | 'of'>,
  args: CheckArguments,
  model: Model | undefined,
  tables: readonly Expectations[],
): Sharding {
  const { solver, bound, encoding, strict, hangs, resident, overlap, timeouts } = args
  const run = createHash('sha256')
  const note = (...what: readonly unknown[]) => run.update(`${JSON.stringify(what)}\n`)
  note(
    model && printModel(model),
    solver,
    bound,
    encoding,
    strict,
    hangs,
    resident,
    overlap,
    timeouts,
    tables.map(({ source }) => source.text),
  )
  const firstQuestion = new WeakMap<Program, number>()
  const indices: number[] = []
  let tests = 0
  let questions = 0
  return {
    chosen: (ofFile) =>
      ofFile.filter(({ test }) => {
        firstQuestion.set(test, questions)
        questions += test.questions.length
        for (const { name, span } of test.questions) note(testName(test), name, span.source.text)
        return tests++ % of === number - 1
      }),
    answered: (test, question) => indices.push((firstQuestion.get(test) ?? 0) + question),
    report: () => ({
      number,
      of,
      run: run.copy().digest('hex').slice(0, 16),
      tests,
      questions,
      indices,
      strict,
      hangs,
    }),
  }
}
