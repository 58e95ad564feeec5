/**
 * Reads the expectations for tests: the tables that a path names (a file, or every `expected.csv` below a folder), and
 * the demands of the options.
 */

import type { Answer } from '../../answers/answer.js'
import { judge } from '../../answers/judge.js'
import type { Program } from '../../litmus/program.js'
import type { QuestionReport } from '../../report/check.js'
import type { Diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { all, ok, type Result, then } from '../../source/result.js'
import { tablesAt } from '../input/files.js'
import { readSource } from '../input/source.js'
import { type Expectations, noneApplies, readExpectations, statedIn, unmatched } from '../tables/expectations.js'
import type { CheckArguments } from './command.js'
import type { ReadTest } from './read.js'
import { demandsOf } from './report.js'

/** Returns the rows of the tables for the model; none without a path. `opened` gets the path of each table. */
export const expectationsIn = (
  path: string | undefined,
  model: string,
  opened: (path: string) => void = () => undefined,
): Result<readonly Expectations[]> =>
  path === undefined
    ? ok([])
    : then(tablesAt(path), (tables) =>
        all(
          tables.map((table) => {
            opened(table)
            return then(readSource(table, 'table'), (source) => readExpectations(source, model))
          }),
        ),
      )

/** Returns the report on the answer to a question, which is given by its index among those of the test. */
export function reportOn(
  { test, read }: ReadTest,
  index: number,
  answer: Answer,
  tables: readonly Expectations[],
  args: CheckArguments,
): QuestionReport {
  const question = must(test.questions[index], 'the question that is answered')
  return judge(test, question, answer, read, { stated: statedIn(tables, test, question), ...demandsOf(args) })
}

/** Reports rows that name what a test does not have; or no row says anything of the tests. */
export function misfits(
  tables: readonly Expectations[],
  programs: readonly Program[],
  { expect, model }: CheckArguments,
): readonly Diagnostic[] {
  const none = expect && tables.length > 0 ? noneApplies(tables, programs, expect, model) : undefined
  return [...tables.flatMap((table) => unmatched(table, programs)), ...(none === undefined ? [] : [none])]
}
