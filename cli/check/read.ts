/** The tests of files, read one file after the other. */

import type { Program } from '../../litmus/program.js'
import type { Reading } from '../../litmus/reading.js'
import type { Errors } from '../console/errors.js'
import { readTestFile, type TestFile } from '../input/tests.js'
import { columnWidths, type Widths } from './render.js'

export interface ReadTest {
  readonly test: Program
  /** Milliseconds that reading took: a share of the time for the file. */
  readonly read: number
  /** The widths of the columns in lines about the tests of the file. */
  readonly widths: Widths
}

/** The tests of each file, read on demand. What cannot be read is reported. */
export function* readFiles(
  files: readonly TestFile[],
  reading: Reading,
  { valueOf, report }: Pick<Errors, 'valueOf' | 'report'>,
): Generator<readonly ReadTest[]> {
  for (const file of files) {
    const started = performance.now()
    const found = valueOf(readTestFile(file, reading))
    if (found === undefined) continue
    const { tests, diagnostics } = found
    report(diagnostics)
    const read = (performance.now() - started) / Math.max(1, tests.length)
    const widths = columnWidths(tests)
    yield tests.map((test) => ({ test, read, widths }))
  }
}
