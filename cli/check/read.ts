/** The tests of files, read one file after the other. */

import type { Program } from '../../litmus/program.js'
import { mergeRows } from '../../litmus/read.js'
import type { Errors } from '../console/errors.js'
import { type ReadingFiles, readTestFile, type TestFile } from '../input/tests.js'
import { columnWidths, type Widths } from './render.js'

export interface ReadTest {
  readonly test: Program
  /** Milliseconds that reading took: a share of the time for the file. */
  readonly read: number
  /** The widths of the columns in lines about the tests of the file. */
  readonly widths: Widths
}

/** The tests of each file, read on demand. What cannot be read is reported, and what may be misread is remarked on, unless `quiet`. */
export function* readFiles(
  files: readonly TestFile[],
  reading: ReadingFiles,
  { valueOf, report, remark }: Pick<Errors, 'valueOf' | 'report' | 'remark'>,
  quiet: boolean,
): Generator<readonly ReadTest[]> {
  for (const file of files) {
    const started = performance.now()
    const found = valueOf(readTestFile(file, reading))
    if (found === undefined) continue
    const { tests, diagnostics, remarks } = found
    report(diagnostics)
    if (!quiet) remark(mergeRows(remarks))
    const read = (performance.now() - started) / Math.max(1, tests.length)
    const widths = columnWidths(tests)
    yield tests.map((test) => ({ test, read, widths }))
  }
}

/** Those of a file's tests that have a question of that name, each with this question alone. */
export function withQuestion(ofFile: readonly ReadTest[], name: string): readonly ReadTest[] {
  const found = ofFile.flatMap(({ test, ...one }) => {
    const questions = test.questions.filter((question) => question.name === name)
    return questions.length === 0 ? [] : [{ ...one, test: { ...test, questions } }]
  })
  const widths = columnWidths(found.map(({ test }) => test))
  return found.map((one) => ({ ...one, widths }))
}
