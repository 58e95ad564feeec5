/** The tests that a user names one by one: a file, an instance of a template as `file#row`, standard input. */

import { existsSync } from 'node:fs'
import { type Program, type Question, testName } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { fail, failAll, ok, type Result, then } from '../../source/result.js'
import { findFiles, readSource } from './files.js'
import { splitRow } from './row.js'

export interface NamedTests {
  readonly tests: readonly Program[]
  /** What is wrong with other rows of the template. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The tests of a file, or of a folder; only one where a row is given, be it as `file#row`. Errors: what cannot be read, a row that is
 * not there.
 */
export function testsNamed(word: string, chosen?: number): NamedTests {
  const named = existsSync(word) ? { file: word, row: undefined } : splitRow(word)
  const row = chosen ?? named.row
  const { files, diagnostics } = findFiles([named.file])
  const results = files.map((path) =>
    then(readSource(path), (source): Result<NamedTests> => {
      const read = readTests(source)
      if (row === undefined) return ok(read)
      const tests = read.tests.filter((test) => test.row?.number === row)
      if (tests.length > 0) return ok({ tests, diagnostics: [] })
      if (read.diagnostics.length > 0) return failAll(read.diagnostics)
      const rows = read.tests.filter((test) => test.row !== undefined).length
      const message =
        rows === 0 ? 'the test is no template, and has no rows' : `there is no row ${row}; the template has ${rows}`
      return fail(diagnostic(message, path))
    }),
  )
  return {
    tests: results.flatMap((result) => (result.ok ? result.value.tests : [])),
    diagnostics: [
      ...diagnostics,
      ...results.flatMap((result) => (result.ok ? result.value.diagnostics : result.diagnostics)),
    ],
  }
}

/** The one test that a word names. Errors as in `testsNamed`, and if there are several. */
export function testNamed(word: string, row?: number): Result<Program> {
  const { tests, diagnostics } = testsNamed(word, row)
  const [test, ...others] = tests
  if (test === undefined || diagnostics.length > 0) return failAll(diagnostics)
  if (others.length === 0) return ok(test)
  return fail(diagnostic(`there are ${tests.length} tests here; --row N or \`file#N\` names one`, word))
}

/** The question of that name, or the first. Errors: there is none. */
export function questionNamed({ questions, ...test }: Program, name: string | undefined): Result<Question> {
  const question = name === undefined ? questions[0] : questions.find((one) => one.name === name)
  if (question !== undefined) return ok(question)
  const names = questions.map((one) => one.name)
  const message =
    name === undefined
      ? 'the test asks nothing'
      : `the test asks no question \`${name}\`${didYouMean(name, names)}; it asks ${names.join(', ')}`
  return fail(diagnostic(message, testName(test)))
}
