/**
 * Leaves in a folder of declarations only those that the types of the library reach: the compiler writes one for each
 * source. `node declarations.mjs FOLDER`.
 */

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const [, , folder] = process.argv
const reached = new Set()

/** Adds a declaration, and those that it imports. */
function reach(file) {
  if (reached.has(file)) return
  reached.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom |\bimport )['"](\.[^'"]+)\.js['"]|import\(['"](\.[^'"]+)\.js['"]\)/g,
  )
  for (const [, named, inline] of imports) reach(join(file, '..', `${named ?? inline}.d.ts`))
}

for (const entry of ['index.d.ts', 'node.d.ts']) reach(join(folder, entry))
for (const file of readdirSync(folder, { recursive: true }))
  if (file.endsWith('.d.ts') && !reached.has(join(folder, file))) rmSync(join(folder, file))
