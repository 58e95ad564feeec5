/** Puts what a build made in place of what was there, file by file, so that a process that runs meanwhile finds each file, old or new. */

import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const filesIn = (folder, recursive) =>
  readdirSync(folder, { recursive, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))

/**
 * Moves all files of `fresh` to the same paths in `target`, the entries last, since they name the others; then removes the files of `target` that
 * `fresh` did not have, and `fresh`. Without `recursive`, folders in `target` stay as they are: other builds make them.
 */
export function exchange(fresh, target, { recursive = false, entries = [] } = {}) {
  mkdirSync(target, { recursive: true })
  const made = filesIn(fresh, recursive)
  for (const file of made.toSorted((a, b) => Number(entries.includes(a)) - Number(entries.includes(b)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    renameSync(join(fresh, file), join(target, file))
  }
  for (const file of filesIn(target, recursive)) if (!made.includes(file)) rmSync(join(target, file))
  rmSync(fresh, { recursive: true })
}

// As a command: `node exchange.mjs FRESH TARGET`, with all folders.
const [, script, fresh, target] = process.argv
if (script?.endsWith('exchange.mjs')) exchange(fresh, target, { recursive: true })
