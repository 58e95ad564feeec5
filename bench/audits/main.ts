/**
 * Audits the compiled kernels among the examples in which nothing is broken, replays the execution that shows why each
 * piece is needed, and writes a table to reports/audits.md: `npm run audits`. With parts of the names of tests it prints
 * only their rows.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { audit } from '../../audit/audit.js'
import { defaultModel } from '../../axioms/models.js'
import { testsNamed } from '../../cli/input/tests.js'
import { startSolver } from '../../cli/z3/start.js'
import { objections } from '../../encoder/execution/replay.js'
import { isCompiled, testName } from '../../litmus/program.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { type AuditedTest, auditTable } from './table.js'

/** The root of the repository, relative to the built script. */
const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'reports/audits.md')
const folder = join(root, 'examples')
/** The marker after which this program writes the page. */
const begin = '<!-- npm run audits writes what follows. -->'
/** Milliseconds for each piece. */
const timeout = 20_000
const model = defaultModel

const { positionals } = parseArgs({ allowPositionals: true })
const { tests, diagnostics } = testsNamed(folder)
if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
const solver = await startSolver()

const rows: AuditedTest[] = []
const failures: string[] = []
for (const program of tests.filter(({ threads }) => threads.some(isCompiled))) {
  const test = relative(folder, testName(program)).replaceAll('\\', '/')
  if (positionals.length > 0 && !positionals.some((part) => test.includes(part))) continue
  const start = performance.now()
  const result = audit(program, solver, { model, timeout })
  const seconds = (performance.now() - start) / 1000
  console.error(`${test}: ${result.kind}, ${seconds.toFixed(2)} s`)
  // A kernel with a mistake has nothing to go by.
  if (result.kind === 'broken') continue
  if (result.kind === 'audited')
    for (const { piece, need } of result.audited) {
      if (need.kind !== 'needed' || need.reached === undefined) continue
      const { graph, execution } = need.reached
      if (objections(graph, model, execution).length > 0) failures.push(`${test}, piece ${piece.number}`)
    }
  rows.push({ test, result, seconds })
}
if (failures.length > 0) throw new Error(`these executions are not consistent:\n${failures.join('\n')}`)
const written = auditTable(rows)
if (positionals.length > 0) console.log(written)
else {
  const [before] = readFileSync(page, 'utf8').split(begin)
  writeFileSync(page, `${before}${begin}\n\n${written}\n`)
}
process.exit(0)
