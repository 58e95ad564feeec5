/**
 * Finds for each axiom and row of ptx-7.5, and for other models, the smallest test that tells them apart, and writes a
 * table of that to reports/differences.md: `npm run synthesis`.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printModel } from '../../axioms/algebra/cat/print.js'
import { models } from '../../axioms/models.js'
import { differencesDocument } from '../../report/differences.js'
import { must } from '../../source/must.js'
import { vocabularyText } from '../../synthesis/words.js'
import { type Pairing, pairings } from './edits.js'

/** The root of the repository, relative to the built script. */
const root = fileURLToPath(new URL('..', import.meta.url))
const base = must(
  models.find(({ name }) => name === 'ptx-7.5'),
  'the model',
)
const folder = mkdtempSync(join(tmpdir(), 'differences-'))

const rows = pairings(base).map((pairing, i) => {
  const row = rowOf(pairing, i)
  process.stderr.write(`${row}\n`)
  return row
})
rmSync(folder, { recursive: true })

const path = join(root, 'reports/differences.md')
const marker = '<!-- npm run synthesis writes what follows. -->'
const [prose] = readFileSync(path, 'utf8').split(marker)
const head = `| ${base.name} against | smallest test | instructions, threads | vocabulary | s |\n|---|---|---|---|---:|`
writeFileSync(path, `${prose}${marker}\n\n${head}\n${rows.join('\n')}\n`)

function rowOf({ called, second, options }: Pairing, i: number): string {
  const file = join(folder, `${i}.cat`)
  if (second.kind === 'edit') writeFileSync(file, printModel(second.edited))
  const word = second.kind === 'edit' ? file : second.word
  const args = ['dist/ptx-litmus.js', 'distinguish', base.name, word, '--json', '--seconds', '600', ...options]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  const { tests, instructions, vocabulary, searched, result, milliseconds } = differencesDocument.parse(
    JSON.parse(stdout),
  )
  const [test] = tests
  const figure =
    test === undefined
      ? result === 'no difference'
        ? `none up to ${instructions}`
        : `none up to ${searched?.instructions ?? 0}, of which with up to ${searched?.threads ?? 0} threads`
      : `\`${test.title}\`, ${test.forbiddenBy === word ? 'forbidden there' : 'allowed there'}`
  const size = test === undefined ? '' : `${test.instructions}, ${test.threads}`
  return `| ${called} | ${figure} | ${size} | ${vocabularyText(vocabulary)} | ${(milliseconds / 1000).toFixed(1)} |`
}
