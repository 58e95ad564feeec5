/** The tests that a user names: files, folders, instances of a template as `file#row`, standard input. */

import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import { type Program, type Question, testName } from '../../litmus/program.js'
import { mergeRows, type ReadTests, readTests } from '../../litmus/read.js'
import type { Load, Reading } from '../../litmus/reading.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { didYouMeanOneOf } from '../../source/nearest.js'
import { fail, failAll, ok, type Result, then } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import { withSources } from './compiled-from.js'
import { testFilesAt } from './files.js'
import { noteRead } from './files-read.js'
import { compiledSource, isCudaSource } from './nvcc.js'
import { type NvccOption, nvccOptionsIn, withOptions } from './nvcc-options.js'
import { splitRow } from './row.js'
import { isStandardInput, readSource, standardInput } from './source.js'

/** A file, and the rows of its template that are named; undefined means all. */
export interface TestFile {
  readonly path: string
  readonly rows: readonly number[] | undefined
}

/** The options for reading tests, and the compiler of CUDA sources with its options. */
export interface ReadingFiles extends Reading {
  readonly nvcc?: string | undefined
  readonly nvccOptions?: readonly NvccOption[] | undefined
  /** Shows a line while a source is compiled. */
  readonly progress?: (line: string) => void
  /** The reason why CUDA sources are not compiled, if they are not. */
  readonly uncompiled?: string
  /** The factor by which tests may be larger than usual; 1 by default. */
  readonly size?: number
  /** Gets the path of each file of tests and each module that is looked for. */
  readonly opened?: (path: string) => void
}

/** The row of a template to choose, and the options for reading tests. */
export interface Wanted extends ReadingFiles {
  readonly row?: number | undefined
}

export interface FoundTests {
  readonly files: readonly TestFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Returns the files that the words name, each once: files as they are, folders with all the tests below them in order
 * of their names, `file#row` for an instance of a template, `-` for standard input. `row` is that of `--row`, which
 * holds for each file. Fails on a path that does not exist or cannot be read, a folder without tests, and another row
 * than that of `--row`.
 */
export function findTests(words: readonly string[], row?: number | undefined): FoundTests {
  const results = words.map((word) => filesNamed(word, row))
  const files = results.flatMap((result) => (result.ok ? result.value : []))
  for (const { path } of files) noteRead(path)
  return {
    files: [...groupBy(files, ({ path }) => normalize(path)).values()].map(joined),
    diagnostics: results.flatMap((result) => (result.ok ? [] : result.diagnostics)),
  }
}

function filesNamed(word: string, chosen: number | undefined): Result<readonly TestFile[]> {
  // A file may be named like another file's row.
  const { file, row = chosen } = existsSync(word) ? { file: word } : splitRow(word)
  if (chosen !== undefined && row !== chosen)
    return fail(diagnostic(`the path names row ${row}, but --row names row ${chosen}`, word))
  const paths = isStandardInput(file) ? ok([standardInput(file)]) : testFilesAt(file)
  return then(paths, (paths) => ok(paths.map((path) => ({ path, rows: row === undefined ? undefined : [row] }))))
}

/** Joins the mentions of one file that is named several times. */
const joined = (same: readonly [TestFile, ...TestFile[]]): TestFile => {
  const [{ path }] = same
  const isWhole = same.some(({ rows }) => rows === undefined)
  return { path, rows: isWhole ? undefined : [...new Set(same.flatMap(({ rows }) => rows ?? []))] }
}

/** Returns the tests of a file that are named, and what is wrong with the others. Fails if the file cannot be read. */
export const readTestFile = (file: TestFile, reading: ReadingFiles = {}): Result<ReadTests> =>
  then(
    reading.launching === undefined && !isCudaSource(file.path) && !file.path.endsWith('.ptx')
      ? opening(file.path, reading, () => readSource(file.path, 'test'))
      : moduleAt(file.path, reading),
    (source) => ok(calledAsNamed(testsOf(source, file, reading), source, file)),
  )

/** Reads the module at a path, from PTX or a CUDA source, with the sources that it names. */
const moduleAt = (path: string, reading: ReadingFiles): Result<SourceText> =>
  opening(path, reading, () =>
    then(isCudaSource(path) ? compiledUnless(path, reading) : readSource(path, 'module'), (module) =>
      ok(withSources(module)),
    ),
  )

const compiledUnless = (path: string, reading: ReadingFiles): Result<SourceText> =>
  reading.uncompiled === undefined ? compiledSource(path, reading) : fail(diagnostic(reading.uncompiled, path))

function opening<T>(path: string, { opened }: ReadingFiles, read: () => T): T {
  opened?.(path)
  return read()
}

/** Names a compiled module after its source. */
const calledAsNamed = (read: ReadTests, { name }: SourceText, { path }: TestFile): ReadTests =>
  name === path ? read : { ...read, tests: read.tests.map((test) => ({ ...test, file: path })) }

/** Returns the tests of a text that are named. Modules are looked up from the folder of its file. */
export const testsOf = (source: SourceText, file: TestFile, reading: ReadingFiles = {}): ReadTests =>
  sized(named(readTests(source, { ...reading, load: loadBeside(reading) }), file), reading)

const sized = (read: ReadTests, { size = 1 }: ReadingFiles): ReadTests =>
  size === 1 ? read : { ...read, tests: read.tests.map((test) => ({ ...test, size })) }

/** Modules from the folder of the test that names them. */
export const loadBeside =
  (reading: ReadingFiles = {}): Load =>
  (path, from, options) => {
    const folder = dirname(from.name)
    const there = isAbsolute(path) ? path : join(folder, path)
    const read = then(moduleOptions(path, options, folder), (own) =>
      moduleAt(there, { ...reading, nvccOptions: withOptions(reading.nvccOptions ?? [], own) }),
    )
    return read.ok
      ? { ok: true, source: read.value }
      : {
          ok: false,
          reason: read.diagnostics
            .map(({ message, notes }) => [message, ...notes.slice(0, mostNotes).map((one) => one.message)].join('; '))
            .join('; '),
        }
  }

/** The most notes from a compiler's output that are shown; errors come first. */
const mostNotes = 3

/** Returns the options of nvcc that a test gives for a module. */
const moduleOptions = (path: string, text: string | undefined, folder: string): Result<readonly NvccOption[]> =>
  text === undefined
    ? ok([])
    : isCudaSource(path)
      ? nvccOptionsIn(text, folder)
      : fail(diagnostic('nvcc compiles only files that end in .cu', path))

/** Returns the tests of a file that are named. If one is missing, the diagnostics say why. */
function named({ tests, diagnostics, remarks }: ReadTests, { path, rows }: TestFile): ReadTests {
  if (rows === undefined) return { tests, diagnostics, remarks }
  const rowNumbers = new Set(tests.flatMap(({ row }) => (row === undefined ? [] : [row.number])))
  const missing = rows.filter((row) => !rowNumbers.has(row))
  const none = (row: number): string =>
    rowNumbers.size === 0
      ? 'the test is not a template and has no rows'
      : `there is no row ${row}; the template has ${rowNumbers.size}`
  return {
    tests: tests.filter(({ row }) => row !== undefined && rows.includes(row.number)),
    diagnostics:
      missing.length === 0
        ? []
        : diagnostics.length > 0
          ? diagnostics
          : [...new Set(missing.map(none))].map((message) => diagnostic(message, path)),
    // Anything that is not about a row is about a module.
    remarks: remarks.filter(({ place }) => {
      const row = typeof place === 'string' ? undefined : place.source.expansion?.rowNumber
      return row === undefined || rows.includes(row)
    }),
  }
}

/**
 * Returns the tests that one word names; one of each file where a row is given. Fails on what cannot be read, and on a
 * missing row.
 */
export function testsNamed(word: string, { row, ...reading }: Wanted = {}): ReadTests {
  const { files, diagnostics } = findTests([word], row)
  const results = files.map((file) => readTestFile(file, reading))
  return {
    tests: results.flatMap((result) => (result.ok ? result.value.tests : [])),
    diagnostics: [
      ...diagnostics,
      ...results.flatMap((result) => (result.ok ? result.value.diagnostics : result.diagnostics)),
    ],
    remarks: mergeRows(results.flatMap((result) => (result.ok ? result.value.remarks : []))),
  }
}

/**
 * Returns the only test that a word names; remarks on it are passed on. Fails as `testsNamed` does, and on several
 * tests.
 */
export function testNamed(
  word: string,
  wanted: Wanted,
  remark: (remarks: readonly Diagnostic[]) => void,
): Result<Program> {
  const { tests, diagnostics, remarks } = testsNamed(word, wanted)
  remark(remarks)
  const [test, ...others] = tests
  if (test === undefined || diagnostics.length > 0) return failAll(diagnostics)
  if (others.length === 0) return ok(test)
  return fail(diagnostic(`there are ${tests.length} tests here; choose one with --row N or \`file#N\``, word))
}

/** Returns the question with that name, or the first one. Fails if there is none. */
export function questionNamed({ questions, ...test }: Program, name: string | undefined): Result<Question> {
  const question = name === undefined ? questions[0] : questions.find((one) => one.name === name)
  if (question !== undefined) return ok(question)
  const place = testName(test)
  if (name === undefined) return fail(diagnostic('the test has no question', place))
  return fail(
    noQuestion(
      name,
      questions.map((one) => one.name),
      place,
    ),
  )
}

/** Says that there is no question of that name among those at a place. */
export const noQuestion = (name: string, names: readonly string[], place: string): Diagnostic =>
  diagnostic(
    `there is no question \`${name}\`${didYouMeanOneOf(name, names, `the questions are ${names.join(', ')}`)}`,
    place,
  )
