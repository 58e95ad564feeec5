/** Files that commands write: completely or not at all, and never over an input unless the user says so. */

import { randomUUID } from 'node:crypto'
import { readFileSync, realpathSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { ok, type Result, then, unless } from '../../source/result.js'
import { wasRead } from './files-read.js'
import { attemptToRead, attemptToWrite, ifThere } from './system.js'

export interface OutputFile {
  readonly path: string
  readonly text: string
}

/** People write such files, or keep them. */
const kept: ReadonlySet<string> = new Set(['.test', '.litmus', '.ptx', '.cu', '.cat', '.csv'])

/**
 * Reports why a file is not replaced: this run reads it, or its name says that it is an input. A file that already has
 * the text, a pipe and a device are not replaced and need no report. Fails with the system's errors.
 */
export const unlessInput = (path: string, force: boolean, text?: string): Result<undefined> =>
  attemptToRead(path, () => {
    const there = ifThere(() => statSync(path))
    if (force || there?.isFile() !== true) return ok(undefined)
    const is = wasRead(path) ? 'this run reads it' : kept.has(extname(path).toLowerCase()) ? 'it already exists' : ''
    const isSame = text !== undefined && there.size === Buffer.byteLength(text) && readFileSync(path, 'utf8') === text
    return unless(is === '' || isSame ? [] : [refusal(path, is)])
  })

const refusal = (path: string, why: string): Diagnostic => diagnostic(`not written: ${why}; --force replaces it`, path)

/**
 * Writes texts to files, as they are; none if one is refused. Fails on inputs in their places without `force`, and with
 * the system's errors.
 */
export const writeAll = (files: readonly OutputFile[], force: boolean): Result<undefined> =>
  files
    .map(
      ({ path, text }) =>
        () =>
          unlessInput(path, force, text),
    )
    .concat(
      files.map(
        ({ path, text }) =>
          () =>
            replaced(path, text),
      ),
    )
    .reduce<Result<undefined>>((done, step) => then(done, step), ok(undefined))

/** Writes a text to a file, as it is. Fails on an input in its place without `force`, and with the system's errors. */
export const writeTo = (path: string, text: string, force: boolean): Result<undefined> =>
  writeAll([{ path, text }], force)

/**
 * Replaces a file by a text, through a link if there is one, completely or not at all. Fails with the system's errors.
 */
export const replaced = (path: string, text: string): Result<undefined> =>
  attemptToWrite(path, () => {
    const there: Stats | undefined = ifThere(() => statSync(path))
    if (there !== undefined && !there.isFile()) writeFileSync(path, text)
    else {
      const file = there === undefined ? path : realpathSync(path)
      const temporary = join(dirname(file), `.ptx-litmus-${randomUUID()}.tmp`)
      try {
        writeFileSync(temporary, text, { flag: 'wx', ...(there === undefined ? {} : { mode: there.mode }) })
        renameSync(temporary, file)
      } finally {
        rmSync(temporary, { force: true })
      }
    }
    return ok(undefined)
  })
