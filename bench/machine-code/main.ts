/**
 * Checks what ptxas makes of PTX: `npm run machine-code -- TEST…` assembles the threads of tests, and the entries of the
 * modules of compilers beside them, and writes to reports/machine-code.md where the machine code does not wait for what
 * their instructions order. `--table` writes the
 * machine code of each instruction to docs/hardware/machine-code.md instead. `--tools FOLDER` says where the wheels of
 * the assemblers are, or are installed.
 */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { testsNamed } from '../../cli/input/tests.js'
import type { SourceText } from '../../source/text.js'
import { findingsIn } from './findings.js'
import { reportText } from './report.js'
import { tableText } from './table/text.js'
import { boundThreads, entriesOf, type Group, threadsOf } from './threads.js'

/** The root of the repository, relative to the built script. */
const root = fileURLToPath(new URL('..', import.meta.url))
/** The marker after which this program writes a page. */
const begin = '<!-- npm run machine-code writes what follows. -->'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    tools: { type: 'string', default: join(homedir(), '.cache/ptx-litmus/machine-code') },
    table: { type: 'boolean', default: false },
  },
})

/** Writes the end of a page. */
function write(page: string, text: string): void {
  const path = join(root, page)
  const [before] = readFileSync(path, 'utf8').split(begin)
  writeFileSync(path, `${before}${begin}\n\n${text}\n`)
}

/** Returns the modules below a path. */
function modulesAt(path: string): readonly SourceText[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [path]
  return files
    .filter((file) => file.endsWith('.ptx'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }))
}

/** Returns the tests of a path; a folder may have modules only. */
const testsAt = (path: string): Group => ({
  path,
  programs: path.endsWith('.ptx') ? [] : testsNamed(path, { undeclared: true }).tests,
})

/** Writes the report about tests and modules. */
function checkTests(paths: readonly string[], folder: string): void {
  const { threads: all, tests } = threadsOf(paths.map(testsAt))
  const threads = boundThreads(all)
  const modules = paths.flatMap(modulesAt)
  const entries = entriesOf(modules)
  const bound = boundThreads(entries)
  console.log(
    `${tests.reduce((sum, { count }) => sum + count, 0)} tests, ${all.length} texts of threads, ${threads.length} of which order something; ${modules.length} modules, ${entries.length} entries, ${bound.length} of which order something`,
  )
  const sizes = { all: all.length, bound: threads.length }
  const ofModules = { files: modules.length, all: entries.length, bound: bound.length }
  const found = findingsIn([...threads, ...bound], folder, (line) => console.log(line))
  write('reports/machine-code.md', reportText(found, tests, sizes, ofModules))
}

if (values.table) write('docs/hardware/machine-code.md', tableText(values.tools))
else checkTests(positionals, values.tools)
