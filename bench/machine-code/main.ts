/**
 * Checks what ptxas makes of PTX: `npm run machine-code -- TEST…` assembles the threads of tests and writes to
 * reports/machine-code.md where the machine code does not wait for what their instructions order. `--table` writes the
 * machine code of each instruction to docs/hardware/machine-code.md instead. `--tools FOLDER` says where the wheels of
 * the assemblers are, or are installed.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { testsNamed } from '../../cli/input/tests.js'
import { findingsIn } from './findings.js'
import { reportText } from './report.js'
import { tableText } from './table/text.js'
import { boundThreads, threadsOf } from './threads.js'

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

/** Writes the report about tests. */
function checkTests(paths: readonly string[], folder: string): void {
  const groups = paths.map((path) => {
    const { tests } = testsNamed(path, { undeclared: true })
    return { path, programs: tests }
  })
  const { threads: all, tests } = threadsOf(groups)
  const threads = boundThreads(all)
  console.log(
    `${tests.reduce((sum, { count }) => sum + count, 0)} tests, ${all.length} texts of threads, ${threads.length} of which order something`,
  )
  const found = findingsIn(threads, folder, (line) => console.log(line))
  write('reports/machine-code.md', reportText(found, tests, { all: all.length, bound: threads.length }))
}

if (values.table) write('docs/hardware/machine-code.md', tableText(values.tools))
else checkTests(positionals, values.tools)
