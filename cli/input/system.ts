/** The system's errors, in words. */

import { diagnostic } from '../../source/diagnostic.js'
import { fail, type Result } from '../../source/result.js'

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EISDIR', 'this is a folder'],
  ['ELOOP', 'too many symbolic links'],
  ['ENAMETOOLONG', 'the name is too long'],
])
const reasonsToRead: ReadonlyMap<string, string> = new Map([...reasons, ['ENOENT', 'no such file or folder']])
const reasonsToWrite: ReadonlyMap<string, string> = new Map([
  ...reasons,
  ['EEXIST', 'this is not a folder'],
  ['EDQUOT', 'the disk quota is exceeded'],
  ['ENOENT', 'there is no such folder'],
  ['ENOSPC', 'no space left on the device'],
  ['ENOTDIR', 'there is no such folder'],
  ['EROFS', 'the file system is read-only'],
])

const isRefusal = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Writes `cannot be written: no space is left on the device`. */
export const unwritable = ({ code }: { readonly code?: string | undefined }): string =>
  `cannot be written: ${reasonsToWrite.get(code ?? '') ?? code ?? 'the system gives no reason'}`

/** Returns the result of the action, or the system's error from reading the file of that name. */
export const attemptToRead = <T>(name: string, action: () => Result<T>): Result<T> =>
  attempt(name, action, ({ code }) => reasonsToRead.get(code) ?? `cannot be read (${code})`)

/** Returns the result of the action, or the system's error from writing the file. */
export const attemptToWrite = <T>(name: string, action: () => Result<T>): Result<T> => attempt(name, action, unwritable)

/**
 * Returns what is there, or undefined if there is nothing, or no longer: other processes may remove files at any time.
 */
export function ifThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (isRefusal(error) && ['ENOENT', 'ENOTDIR'].includes(error.code)) return undefined
    throw error
  }
}

function attempt<T>(
  name: string,
  action: () => Result<T>,
  reported: (refusal: { readonly code: string }) => string,
): Result<T> {
  try {
    return action()
  } catch (error) {
    if (!isRefusal(error)) throw error
    return fail(diagnostic(reported(error), name))
  }
}
