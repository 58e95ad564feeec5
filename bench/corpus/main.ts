/**
 * Looks for races in the kernels of a folder of PTX, and prints a table of the answers: `npm run -s corpus -- FOLDER`.
 * `launches.txt` in the folder has a file and a launch on each line. Each launch is examined in a process of its own,
 * for `--timeout` seconds.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type CorpusRow, corpusTable, launchesIn, rowOf } from './table.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { timeout: { type: 'string', default: '60' } },
})
const [folder] = positionals
if (folder === undefined) throw new Error('usage: npm run -s corpus -- FOLDER [--timeout SECONDS]')
const command = fileURLToPath(new URL('ptx-litmus.js', import.meta.url))
const rows: CorpusRow[] = []
for (const one of launchesIn(readFileSync(join(folder, 'launches.txt'), 'utf8'))) {
  const start = performance.now()
  const options = ['--launch', one.launch, '--json', '--timeout', values.timeout]
  const { stdout, stderr } = spawnSync(process.execPath, [command, 'races', join(folder, one.file), ...options], {
    encoding: 'utf8',
    // Building the formula is not bounded by the time limit of the solver.
    timeout: 2000 * Number(values.timeout),
    maxBuffer: 2 ** 28,
  })
  const seconds = (performance.now() - start) / 1000
  const row = rowOf(one, { stdout, stderr, seconds })
  rows.push(row)
  console.error(`${row.file} ${row.kernel}: ${row.answer} (${seconds.toFixed(1)} s)`)
}
console.log(corpusTable(rows))
