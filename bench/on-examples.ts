/** The examples, and the pages that programs write about them. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testsNamed } from '../cli/input/tests.js'
import { type Program, testName } from '../litmus/program.js'
import { formatDiagnostic } from '../source/diagnostic.js'

/** The root of the repository, relative to the built script. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const folder = join(root, 'examples')

/** Returns all tests of the examples. Throws if one cannot be read. */
export function readExamples(): readonly Program[] {
  const { tests, diagnostics } = testsNamed(folder)
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return tests
}

/** Returns the name of a test below the folder of the examples. */
export const nameOf = (program: Program): string => relative(folder, testName(program)).replaceAll('\\', '/')

/** Returns what the work returns, and the seconds that it took. */
export function timed<T>(work: () => T): { readonly result: T; readonly seconds: number } {
  const start = performance.now()
  const result = work()
  return { result, seconds: (performance.now() - start) / 1000 }
}

/** Replaces what a page of `reports` has after the line that names the command. */
export function writePage(name: string, command: string, written: string): void {
  const page = join(root, 'reports', name)
  const begin = `<!-- npm run ${command} writes what follows. -->`
  const [before] = readFileSync(page, 'utf8').split(begin)
  writeFileSync(page, `${before}${begin}\n\n${written}\n`)
}
