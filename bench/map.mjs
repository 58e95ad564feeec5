/**
 * Prints the map of the code: `npm run map [-- WORD…]`. Each folder has a line, and each file one with the first
 * sentence of the comment with which it begins. Words keep the lines that have one of them. The exit status is 1 if a
 * file begins with no comment.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contents } from '../rooms.cjs'

/** The form of a file's first comment, by its extension. */
const docComment = /^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//
const lineComments = /^((?:\/\/.*\n)+)/
const beginnings = {
  ts: docComment,
  mjs: docComment,
  cjs: docComment,
  css: /^\/\*([\s\S]*?)\*\//,
  cuh: lineComments,
  peggy: lineComments,
  wat: /^((?:;;.*\n)+)/,
  cat: /^(?:\(\*([\s\S]*?)\*\)|"(.*)")/,
}
const endingOf = (file) => file.slice(file.lastIndexOf('.') + 1)

/** Returns the first sentence of the comment with which a text begins; undefined if it begins with none. */
function headline(text, ending) {
  const [, first, second] = beginnings[ending].exec(text) ?? []
  const comment = (first ?? second)?.replaceAll(/^\s*(?:\*|\/\/|;;)?\s*/gm, ' ')
  const words = comment?.trim().replaceAll(/\s+/g, ' ')
  return words === '' ? undefined : words?.replace(/(?<=[.?!])\s(?=[A-Z`]).*$/, '')
}

/** Names of folders and paths of files that builds make. */
const ignored = new Set(
  existsSync('.gitignore')
    ? readFileSync('.gitignore', 'utf8')
        .split('\n')
        .map((line) => line.replace(/\/$/, ''))
    : [],
)
const isSource = (file) =>
  endingOf(file) in beginnings &&
  !/\.spec\.ts$|^(?:bench\/units\/sources|examples)\/|^spec\/.*\.(?:cat|cuh)$/.test(file)

/**
 * Returns the files below a folder that people write, without specs and what specs and units read; those of the folder
 * itself first.
 */
function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== '.git' && !ignored.has(name) && !ignored.has(join(folder, name)))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  return [...files.filter(isSource), ...folders.flatMap(filesIn)]
}

const entries = filesIn('.').map((file) => ({ file, says: headline(readFileSync(file, 'utf8'), endingOf(file)) }))

const wanted = process.argv.slice(2)
let folder
for (const { file, says } of entries) {
  const line = `  ${file}: ${says ?? 'begins with no comment'}`
  if (wanted.length > 0 && !wanted.some((word) => line.toLowerCase().includes(word.toLowerCase()))) continue
  const inside = dirname(file)
  if (inside !== folder) console.log(contents[inside] === undefined ? `${inside}/` : `${inside}/: ${contents[inside]}`)
  folder = inside
  console.log(line)
}
process.exitCode = entries.every(({ says }) => says !== undefined) ? 0 : 1
