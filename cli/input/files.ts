/** The files that hold tests, from the paths that a user names. */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { testFileEndings } from '../../litmus/format.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import { attemptToRead, attemptToWrite } from './system.js'

/** Standard input among the paths, and how messages call it. */
const stdinPath = '-'
const stdinName = '<stdin>'

/** The name of a file as it is read: standard input, if it is `-`. */
export const standardInput = (path: string): string => (path === stdinPath ? stdinName : path)

const largestFile = 4 * 1024 * 1024

/**
 * Files as they are, folders with all the tests below them in order of their names, `-` for standard input; each once. Errors:
 * a path that does not exist or cannot be read, a folder without tests.
 */
export function findFiles(paths: readonly string[]): {
  readonly files: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
} {
  const results = paths.map((path) => (path === stdinPath ? ok([standardInput(path)]) : filesAt(path)))
  const files = results.flatMap((result) => (result.ok ? result.value : []))
  return {
    files: [...new Map(files.map((file) => [normalize(file), file])).values()],
    diagnostics: results.flatMap((result) => (result.ok ? [] : result.diagnostics)),
  }
}

function filesAt(path: string): Result<readonly string[]> {
  return attemptToRead(path, () => {
    if (!statSync(path).isDirectory()) return ok([path])
    const found = testsBelow(path)
    if (found.length > 0) return ok(found)
    return fail(
      diagnostic(`no tests in this folder; a test is a file that ends in ${testFileEndings.join(' or ')}`, path),
    )
  })
}

const testsBelow = (folder: string): readonly string[] =>
  filesBelow(folder, (name) => testFileEndings.some((ending) => name.endsWith(ending)))

const filesBelow = (folder: string, isWanted: (name: string) => boolean): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory())
        return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : filesBelow(path, isWanted)
      return isWanted(entry.name) ? [path] : []
    })

const tableName = 'expected.csv'

/** A table of expectations as it is, or all of the name `expected.csv` below a folder. */
export const findTables = (path: string): Result<readonly string[]> =>
  attemptToRead(path, () => {
    if (!statSync(path).isDirectory()) return ok([path])
    const found = filesBelow(path, (name) => name === tableName)
    return found.length > 0
      ? ok(found)
      : fail(diagnostic(`no table in this folder; a table is called ${tableName}`, path))
  })

/** The text of a file, which must be UTF-8. */
export function readSource(name: string): Result<SourceText> {
  return attemptToRead(name, () => {
    if (name !== stdinName && statSync(name).size > largestFile) {
      return fail(diagnostic(`the file has ${statSync(name).size} bytes; tests are read up to ${largestFile}`, name))
    }
    const bytes = readFileSync(name === stdinName ? 0 : name)
    if (bytes.length > largestFile)
      return fail(diagnostic(`the input has ${bytes.length} bytes; tests are read up to ${largestFile}`, name))
    try {
      return ok({ name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) })
    } catch {
      return fail(diagnostic('this is not text: it is not valid UTF-8', `${name}:1:1`))
    }
  })
}

/** Whether something of that name exists. */
export const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Writes a text and a line's end to a file. Errors: the system's. */
export const writeTo = (path: string, text: string): Result<undefined> =>
  attemptToWrite(path, () => {
    writeFileSync(path, `${text}\n`)
    return ok(undefined)
  })
