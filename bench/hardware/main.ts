/**
 * Writes pages about the behaviour of GPUs: `npm run hardware -- REPORT…`, with reports of `run --json`, each named for
 * its tests (`classic.json`). It writes reports/hardware.md, and the end of docs/hardware/README.md.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runReport } from '../../report/run.js'
import { forbiddenStates, type Group, reasons, summary, testsTable, unseenOutcomes } from './table.js'

/** The root of the repository, relative to the built script. */
const root = fileURLToPath(new URL('..', import.meta.url))
/** The marker after which this program writes the page. */
const begin = '<!-- npm run hardware writes what follows. -->'

const { positionals } = parseArgs({ allowPositionals: true })
if (positionals.length === 0) {
  console.error('usage: npm run hardware -- REPORT…')
  process.exit(2)
}
const groups = positionals.map(
  (path): Group => ({
    name: basename(path, '.json'),
    report: runReport.parse(JSON.parse(readFileSync(path, 'utf8'))),
  }),
)
const page = join(root, 'docs/hardware/README.md')
const [before] = readFileSync(page, 'utf8').split(begin)
const forbidden = forbiddenStates(groups)
const written = [
  '## What ran',
  summary(groups),
  ...(forbidden === undefined ? [] : ['## States that the model forbids', forbidden]),
  '## Outcomes that the model allows but that were never seen',
  unseenOutcomes(groups),
  '## Tests that do not run',
  reasons(groups),
]
writeFileSync(page, `${before}${begin}\n\n${written.join('\n\n')}\n`)
const tables = groups.flatMap((group) => [`## ${group.name}`, testsTable(group)])
writeFileSync(
  join(root, 'reports/hardware.md'),
  ['# What a GPU showed of each test', '<!-- npm run hardware writes this page. -->', ...tables]
    .join('\n\n')
    .concat('\n'),
)
