/**
 * Prints the size of the package that npm would publish, and fails if it is over the limit: `npm run size`, after a
 * build in a fresh clone, since others keep the files of the build before.
 */

import { spawnSync } from 'node:child_process'

/** The limit in bytes. */
const limit = 2_200_000

const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })
const [{ size, unpackedSize, entryCount }] = JSON.parse(stdout)
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`
console.log(
  `${megabytes(size)} (at most ${megabytes(limit)}), ${megabytes(unpackedSize)} unpacked, ${entryCount} files`,
)
if (size > limit) process.exitCode = 1
