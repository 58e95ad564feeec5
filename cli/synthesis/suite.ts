/** Suites as values: tests are added to them, and folders store them. */

import { createHash } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import { printModel } from '../../axioms/algebra/cat/print.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { type SuiteDocument, type SuiteTest, suiteDocument } from '../../report/suite.js'
import { diagnostic } from '../../source/diagnostic.js'
import { parseJson } from '../../source/json.js'
import { must } from '../../source/must.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { nameOf } from '../../synthesis/cycle/name.js'
import { jsonText } from '../console/json.js'
import { isFileThere } from '../input/files.js'
import { replaced, writeAll } from '../input/outputs.js'
import { readSource } from '../input/source.js'
import { attemptToWrite } from '../input/system.js'
import type { FoundTest } from './work.js'

/** The file of a folder that has the suite, and how far it is. */
const suiteName = 'suite.json'

/** Returns the file of the suite that a path names: the path, or a file of the folder. */
export const suiteFileAt = (path: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, suiteName) : path

/** Returns a fingerprint, which is equal for equal models. */
export const fingerprintOf = (model: Model): string =>
  createHash('sha256').update(printModel(model)).digest('hex').slice(0, 16)

/** Returns a test in the form of a suite. */
export const suiteTestOf = ({ labelled, outcome, canonical, axioms, sketch, text }: FoundTest): SuiteTest => {
  const title = nameOf(labelled, outcome)
  const { threads } = labelled.sketch
  return {
    title,
    name: title,
    canonical,
    instructions: threads.flat().length,
    threads: threads.length,
    axioms: [...axioms],
    sketch,
    text: `// ${title}: forbidden, and allowed after any step of weakening.\n${text}`,
  }
}

/**
 * Returns the tests in the order of their sketches, each with a unique name: the second one with a name gets 2
 * appended.
 */
export function namedTests(tests: readonly SuiteTest[]): SuiteTest[] {
  const used = new Map<string, number>()
  return tests.map((test) => {
    const number = (used.get(test.title) ?? 0) + 1
    used.set(test.title, number)
    return { ...test, name: number === 1 ? test.title : `${test.title}-${number}` }
  })
}

/** Returns the suite of a file. Fails if it has none. */
export const readSuite = (path: string): Result<SuiteDocument> =>
  then(readSource(path, 'suite'), (source) => then(parseJson(source), (value) => suiteOf(value, path)))

/** Returns a suite from the value of a document. Fails if it is not one. */
export function suiteOf(value: unknown, path: string): Result<SuiteDocument> {
  const parsed = suiteDocument.safeParse(value)
  return parsed.success ? ok(parsed.data) : fail(diagnostic(misfit(parsed.error), path))
}

/** Returns the first error. A message about the format or its version is sufficient on its own. */
function misfit({ issues }: z.ZodError): string {
  const { path, message } = must(issues[0], 'what is wrong')
  const isOfFormat = path[0] === 'format' || path[0] === 'version'
  return isOfFormat
    ? message
    : ['this is not a suite', ...(path.length === 0 ? [] : [path.join('.')]), message].join(': ')
}

/**
 * Reads the suite of a folder, which is created if it does not exist. Fails if its contents are not a suite, or if it
 * is not a folder.
 */
const suiteIn = (folder: string): Result<SuiteDocument | undefined> =>
  attemptToWrite(folder, (): Result<SuiteDocument | undefined> => {
    mkdirSync(folder, { recursive: true })
    const path = join(folder, suiteName)
    return isFileThere(path) ? readSuite(path) : ok(undefined)
  })

/** Returns the part of the suite that is in the folder. Fails if the folder holds another suite. */
export const continued = (suite: SuiteDocument, folder: string): Result<SuiteDocument> =>
  then(suiteIn(folder), (previous) => {
    if (previous === undefined) return ok(suite)
    const isSamePart = JSON.stringify(previous.shard) === JSON.stringify(suite.shard)
    const why = isOther(previous, suite) ?? (isSamePart ? undefined : 'it is another part of the suite')
    return why === undefined ? ok(previous) : fail(diagnostic(`${why}; give another folder`, folder))
  })

/**
 * Writes the tests that come after the first `storedTests`, each to a file, and then the suite, completely or not at
 * all: after a run that is killed in between, the next one writes these tests again. Fails with the system's errors.
 */
export const writeSuite = (
  folder: string,
  suite: SuiteDocument,
  { storedTests, force }: { readonly storedTests: number; readonly force: boolean },
): Result<undefined> =>
  attemptToWrite(folder, () => {
    mkdirSync(folder, { recursive: true })
    const files = suite.tests.slice(storedTests).map(({ name, text }) => ({ path: testFile(folder, name), text }))
    // The suite in the folder is a beginning of this one.
    return then(writeAll(files, force), () => replaced(join(folder, suiteName), `${jsonText(suite)}\n`))
  })

/** Writes the tests of the suite whose files are missing in the folder. Fails with the system's errors. */
export const restored = (folder: string, { tests }: SuiteDocument): Result<undefined> =>
  attemptToWrite(folder, () => {
    const missing = tests.filter(({ name }) => !isFileThere(testFile(folder, name)))
    return writeAll(
      missing.map(({ name, text }) => ({ path: testFile(folder, name), text })),
      false,
    )
  })

const testFile = (folder: string, name: string): string => join(folder, `${name}.test`)

const saidOf: Readonly<Record<string, string>> = {
  fingerprint: 'the text of its model',
  instructions: 'its number of instructions',
}

/** Returns why a suite cannot be resumed or merged; undefined if it can. */
export function isOther(one: SuiteDocument, other: SuiteDocument): string | undefined {
  const keys = ['model', 'fingerprint', 'instructions', 'vocabulary', 'axiom'] as const
  const key = keys.find((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
  if (key === undefined) return undefined
  return `it is another suite: ${saidOf[key] ?? `its ${key}`} is not the same`
}
