/** Files from the paths that a user names. */

import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isTestFile, testFileEndings } from '../../litmus/format.js'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result } from '../../source/result.js'
import { attemptToRead } from './system.js'

/**
 * Returns a file as it is, or all the tests below a folder in order of their names. Fails on a path that does not
 * exist, and on a folder without tests.
 */
export const testFilesAt = (path: string): Result<readonly string[]> =>
  filesAt(path, isTestFile, `no tests in this folder; a test is a file that ends in ${testFileEndings.join(' or ')}`)

const tableName = 'expected.csv'

/** Returns a table of expectations as it is, or all files named `expected.csv` below a folder. Fails as for tests. */
export const tablesAt = (path: string): Result<readonly string[]> =>
  filesAt(path, (name) => name === tableName, `no table in this folder; tables are named ${tableName}`)

const filesAt = (path: string, isWanted: (name: string) => boolean, none: string): Result<readonly string[]> =>
  attemptToRead(path, () => {
    if (!statSync(path).isDirectory()) return ok([path])
    const paths = filesBelow(path, isWanted)
    return paths.length > 0 ? ok(paths) : fail(diagnostic(none, path))
  })

const filesBelow = (folder: string, isWanted: (name: string) => boolean): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory())
        return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : filesBelow(path, isWanted)
      return isWanted(entry.name) && isFile(entry, path) ? [path] : []
    })

/**
 * Returns whether an entry is a file to read: pipes and devices may wait for ever. A link that leads nowhere counts as
 * a file, so that reading it reports an error.
 */
function isFile(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile()
  try {
    return statSync(path).isFile()
  } catch {
    return true
  }
}

/** Returns whether there is a file of that name, or a link to one. */
export const isFileThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
