/**
 * Loads many files of specs into one jest file. Their modules are then loaded and compiled once for all of them, not
 * once for each, which saves a third of the time of `npm test`. Each file is a `describe` block with its path as the
 * name.
 */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
// The hooks of this file belong to the whole shard, not to the first file that imports it.
import '../support.js'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** The number of files next to this one that run a shard. */
const count = 2

/**
 * Loads the files of specs of a shard, by its number from 1. Two files that follow each other are in one shard: they
 * often share modules.
 */
export async function shard(number) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.spec.ts'))
  for (const [i, file] of files.toSorted().entries())
    if ((i >> 1) % count === number - 1) await inDescribe(file, () => import(join(folder, file)))
}
