/** Texts of files and standard input, up to their limits. */

import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import { noteRead } from './files-read.js'
import { attemptToRead } from './system.js'

/** The path that means standard input, and its name in messages. */
const stdinPath = '-'
const stdinName = '<stdin>'

/** Returns the name of a file as it is read: standard input, if it is `-`. */
export const standardInput = (path: string): string => (path === stdinPath ? stdinName : path)

/** Returns whether a path means standard input, as the user names it or as messages do. */
export const isStandardInput = (path: string): boolean => standardInput(path) === stdinName

/** A kind of input, its name in messages, and its limit in MiB. */
const inputs = {
  test: { called: 'a file of tests', most: 4 },
  model: { called: 'a model', most: 4 },
  module: { called: 'a module', most: 32 },
  /** The source of a module, which the module names. */
  source: { called: 'a source', most: 4 },
  /** A model that another includes, or a document names. */
  include: { called: 'a model', most: 4 },
  /** The tables of a template of 4 MiB are larger than that. */
  table: { called: 'a table', most: 32 },
  witness: { called: 'a file of witnesses', most: 32 },
  log: { called: 'a log', most: 32 },
  suite: { called: 'a suite', most: 64 },
  costs: { called: 'a file of costs', most: 4 },
  certificate: { called: 'a certificate', most: 4 },
  proof: { called: 'a problem, a proof or a solution', most: 256 },
  progress: { called: 'the progress of an audit', most: 32 },
} as const

export type Input = keyof typeof inputs

/**
 * Returns the text of a file, which must be UTF-8, or of standard input. Fails if the system reports an error, if the
 * path is neither a file nor a pipe (devices may never end), or as soon as more than the limit has been read.
 */
export const readSource = (name: string, input: Input): Result<SourceText> =>
  attemptToRead(name, () => {
    const kind = name === stdinName ? undefined : unreadable(statSync(name), input)
    if (kind !== undefined) return fail(diagnostic(kind, name))
    if (name !== stdinName) noteRead(name)
    return then(bytesOf(name, input), (bytes): Result<SourceText> => {
      const compiled = machineCode(bytes)
      if (compiled !== undefined)
        return fail(diagnostic(`${compiled}; \`cuobjdump -ptx ${name}\` prints the PTX that it has`, `${name}:1:1`))
      try {
        return ok({ name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) })
      } catch {
        return fail(diagnostic('this is not text: it is not valid UTF-8', `${name}:1:1`))
      }
    })
  })

/** Returns what compilers of CUDA put beside or around PTX, by its first bytes. */
const machineCode = (bytes: Uint8Array): string | undefined => {
  const begins = (...magic: readonly number[]): boolean => magic.every((byte, i) => bytes[i] === byte)
  if (begins(0x7f, 0x45, 0x4c, 0x46)) return 'this is machine code (ELF), such as a cubin or an object file'
  if (begins(0x50, 0xed, 0x55, 0xba)) return 'this is a fat binary'
  return undefined
}

/**
 * Returns why something is not read. A pipe is read if the user names it, as the shell does for `<(…)`; any other may
 * never be written to.
 */
function unreadable(stats: Stats, input: Input): string | undefined {
  if (stats.isFile()) return undefined
  if (stats.isDirectory()) return 'this is a folder'
  if (stats.isFIFO())
    return input === 'include' || input === 'source'
      ? 'this is a pipe; a file that another file names must be a regular file'
      : undefined
  const kind = stats.isSocket() ? 'a socket' : 'a device'
  return `this is ${kind}; only files, pipes and \`${stdinPath}\` for standard input are read`
}

const mebibyte = 1024 * 1024
const chunk = mebibyte / 16

function bytesOf(name: string, input: Input): Result<Uint8Array> {
  const { called, most } = inputs[input]
  const file = name === stdinName ? 0 : openSync(name, 'r')
  try {
    const parts: Uint8Array[] = []
    let total = 0
    for (;;) {
      const part = Buffer.allocUnsafe(chunk)
      const count = readSome(file, part)
      if (count === 0) return ok(Buffer.concat(parts))
      total += count
      if (total > most * mebibyte)
        return fail(diagnostic(`this is larger than ${most} MiB, the limit for ${called}`, name))
      parts.push(part.subarray(0, count))
    }
  } finally {
    if (file !== 0) closeSync(file)
  }
}

/** Returns how many bytes are read; none at the end. Waits if a pipe is non-blocking and has nothing yet. */
function readSome(file: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, into)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millisecondsToWait)
    }
  }
}

const millisecondsToWait = 10
