/**
 * Puts what a build made in place of what was there, file by file, so that a process that runs meanwhile finds each
 * file that its entry names, even those that it loads later.
 */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A list of the files of the last build, in the folder itself. */
const manifest = '.last-build.json'

const filesIn = (folder, recursive) =>
  readdirSync(folder, { recursive, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))

/** Returns the files that the previous build made; if there is no record, all files. */
const lastBuildOf = (target, there) => {
  try {
    return JSON.parse(readFileSync(join(target, manifest), 'utf8'))
  } catch {
    return there
  }
}

/**
 * Moves all files of `fresh` to the same paths in `target`, the entries last, since they name the others, and removes
 * `fresh`. Of the other files of `target` it removes those that the build before did not make either: a process that
 * began before this build may still load what that one made. Without `recursive`, folders in `target` stay as they are:
 * other builds make them.
 */
export function exchange(fresh, target, { recursive = false, entries = [] } = {}) {
  mkdirSync(target, { recursive: true })
  const made = filesIn(fresh, recursive)
  const there = filesIn(target, recursive)
  const before = lastBuildOf(target, there)
  for (const file of made.toSorted((a, b) => Number(entries.includes(a)) - Number(entries.includes(b)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    renameSync(join(fresh, file), join(target, file))
  }
  const kept = new Set([manifest, ...made, ...before])
  for (const file of there) if (!kept.has(file)) rmSync(join(target, file))
  writeFileSync(join(target, manifest), JSON.stringify(made))
  rmSync(fresh, { recursive: true })
}

// It is also a command: `node exchange.mjs FRESH TARGET`, with all folders.
const [, script, fresh, target] = process.argv
if (script?.endsWith('exchange.mjs')) exchange(fresh, target, { recursive: true })
