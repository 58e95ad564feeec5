/** The documentation that the page shows, as the file that it loads. */

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Returns `docs.json` of the page: the documents and pictures of the package in that folder, by their paths in it. */
export const documentsJson = (folder: string): string =>
  JSON.stringify(Object.fromEntries(pathsIn(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')])))

const pathsIn = (folder: string): readonly string[] => [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(folder, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:md|svg)$/.test(file))
    .toSorted()
    .map((file) => posix.join('docs', file.replaceAll('\\', '/'))),
]
