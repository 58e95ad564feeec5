/**
 * Compiles the translation units in `bench/units/sources`, reads them, and writes their tables to
 * reports/translation-units.md: `npm run units`. With names of units it prints only their tables. The PTX is not kept.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { must } from '../../source/must.js'
import { compiled, placesIn, versionOf } from './compilers.js'
import { figuresOf } from './measure.js'
import { type Measured, tables } from './table.js'
import { unitsIn } from './unit.js'

/** The root of the repository, relative both to the built script and to its source. */
const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'reports/translation-units.md')
const places = placesIn(root)

/** The marker after which this program writes the page. */
const begin = '<!-- npm run units writes what follows. -->'

const { positionals } = parseArgs({ allowPositionals: true })
const units = unitsIn(places.sources)
const unknown = positionals.filter((name) => !units.some((unit) => unit.name === name))
if (unknown.length > 0) throw new Error(`there is no unit ${unknown.join(', ')}`)
const chosen = positionals.length === 0 ? units : units.filter(({ name }) => positionals.includes(name))
const versions = new Map(chosen.map(({ compiler }) => [compiler, versionOf(compiler, places)]))
const missing = [...versions].flatMap(([compiler, version]) => (version === undefined ? [compiler] : []))
if (missing.length > 0)
  throw new Error(`not found: ${missing.join(', ')}; reports/translation-units.md says how to get them`)

const measured: Measured[] = []
for (const unit of chosen) {
  const version = must(versions.get(unit.compiler), 'a version')
  const figures = figuresOf(`${unit.name}.ptx`, compiled(unit, places))
  console.log(`${unit.name}: ${figures.bytes} bytes read in ${figures.read.toFixed(0)} ms`)
  measured.push({ unit, version, ...figures })
}
if (positionals.length > 0) console.log(`\n${tables(measured)}`)
else {
  const text = readFileSync(page, 'utf8')
  const [before] = text.split(begin)
  writeFileSync(page, `${before}${begin}\n\n${tables(measured)}\n`)
}
