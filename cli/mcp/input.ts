/** The file that a call is about: one that is there, or a text that is written for the call. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Input } from './tools.js'

/** A path, and what removes what was written. */
export interface GivenFile {
  readonly path: string
  readonly remove: () => void
}

/** Returns the file of a call; a message if the call names none, or two. */
export function givenFile({ file, text, format = 'test' }: Input): GivenFile | string {
  if (text === undefined) return file === undefined ? 'give `file` or `text`' : { path: file, remove: () => undefined }
  // If both are given, the text is what the file would be if it were saved.
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-mcp-'))
  const path = join(folder, file === undefined ? `given.${format}` : basename(file))
  writeFileSync(path, text)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
