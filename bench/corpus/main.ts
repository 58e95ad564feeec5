/**
 * Looks for races in the kernels of a folder of PTX, and prints a table of the answers: `npm run -s corpus -- FOLDER`.
 * `launches.txt` in the folder has a file and a launch on each line. Each launch is examined in a process of its own,
 * for `--timeout` seconds of processor time, which are what the table has: whatever else runs does not change them.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type CorpusRow, corpusTable, launchesIn, processorSeconds, rowOf } from './table.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { timeout: { type: 'string', default: '60' } },
})
const [folder] = positionals
if (folder === undefined) throw new Error('usage: npm run -s corpus -- FOLDER [--timeout SECONDS]')
const command = fileURLToPath(new URL('ptx-litmus.js', import.meta.url))
/** Runs a command within a limit, and then prints the processor time that it took. */
const measured = 'ulimit -t "$0"; "$@"; times >&2'
const rows: CorpusRow[] = []
for (const one of launchesIn(readFileSync(join(folder, 'launches.txt'), 'utf8'))) {
  // The limit of the solver is one of elapsed time.
  const options = ['--launch', one.launch, '--json', '--timeout', `${10 * Number(values.timeout)}`]
  const examined = [process.execPath, command, 'races', join(folder, one.file), ...options]
  const { stdout, stderr } = spawnSync('sh', ['-c', measured, values.timeout, ...examined], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const seconds = processorSeconds(stderr)
  const row = rowOf(one, { stdout, stderr, seconds })
  rows.push(row)
  console.error(`${row.file} ${row.kernel}: ${row.answer} (${seconds.toFixed(1)} s)`)
}
console.log(corpusTable(rows))
