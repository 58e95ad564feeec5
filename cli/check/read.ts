/** The tests of files, read one file after the other. */

import type { Program } from '../../litmus/program.js'
import { mergeRows } from '../../litmus/read.js'
import type { Errors } from '../console/errors.js'
import { noQuestion, type ReadingFiles, readTestFile, type TestFile } from '../input/tests.js'
import { columnWidths, type Widths } from './render.js'

export interface ReadTest {
  readonly test: Program
  /** Milliseconds that reading took: a share of the time for the file. */
  readonly read: number
  /** The widths of the columns in lines about the tests of the file. */
  readonly widths: Widths
  /** The paths of its file and of each module that reading the file looked for. */
  readonly inputs: readonly string[]
}

/**
 * Yields the tests of each file, read on demand. Reports what cannot be read and, unless `quiet`, remarks on what may
 * be misread.
 */
function* readFiles(
  files: readonly TestFile[],
  reading: ReadingFiles,
  { valueOf, report, remark }: Pick<Errors, 'valueOf' | 'report' | 'remark'>,
  quiet: boolean,
): Generator<readonly ReadTest[]> {
  for (const file of files) {
    const started = performance.now()
    const inputs = new Set<string>()
    const opened = (path: string): void => {
      inputs.add(path)
      reading.opened?.(path)
    }
    const content = valueOf(readTestFile(file, { ...reading, opened }))
    if (content === undefined) continue
    const { tests, diagnostics, remarks } = content
    report(diagnostics)
    if (!quiet) remark(mergeRows(remarks))
    const read = (performance.now() - started) / Math.max(1, tests.length)
    const widths = columnWidths(tests)
    yield tests.map((test) => ({ test, read, widths, inputs: [...inputs] }))
  }
}

/**
 * Returns the tests of each file, as `readFiles` has them, and those of them that are asked about: all, or those with
 * the question of that name.
 */
export function* askedIn(
  files: readonly TestFile[],
  reading: ReadingFiles,
  errors: Pick<Errors, 'valueOf' | 'report' | 'remark'>,
  { quiet, question }: { readonly quiet: boolean; readonly question?: string | undefined },
): Generator<{ readonly ofFile: readonly ReadTest[]; readonly asked: readonly ReadTest[] }> {
  for (const ofFile of readFiles(files, reading, errors, quiet))
    yield { ofFile, asked: question === undefined ? ofFile : withQuestion(ofFile, question) }
}

/**
 * Returns the error that tests have questions, but none of that name. `names` are those of the questions of the tests
 * that were read.
 */
export const notAsked = (question: string | undefined, isAsked: boolean, names: ReadonlySet<string>) =>
  question === undefined || isAsked || names.size === 0 ? [] : [noQuestion(question, [...names], '--question')]

/** Returns the tests of a file that have a question of that name, each with this question alone. */
function withQuestion(ofFile: readonly ReadTest[], name: string): readonly ReadTest[] {
  const tests = ofFile.flatMap(({ test, ...one }) => {
    const questions = test.questions.filter((question) => question.name === name)
    return questions.length === 0 ? [] : [{ ...one, test: { ...test, questions } }]
  })
  const widths = columnWidths(tests.map(({ test }) => test))
  return tests.map((one) => ({ ...one, widths }))
}
