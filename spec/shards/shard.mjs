/**
 * Loads many files of specs into one jest file. Modules are then loaded and compiled once for all of them, not once for each, which halves the
 * time of `npm test`. Each file is a `describe` block with its path as the name.
 */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
// Its hooks belong to the whole shard, not to the first file that imports it.
import '../support.js'

const folder = fileURLToPath(new URL('..', import.meta.url))
const count = 2

/** Loads every `count`-th file of specs, starting at number `index`, which counts from 1. */
export async function shard(index) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.spec.ts'))
  for (const [i, file] of files.toSorted().entries())
    if ((i >> 1) % count === index - 1) await inDescribe(file, () => import(join(folder, file)))
}
