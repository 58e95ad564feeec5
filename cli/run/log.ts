/** Reading what a program of `cuda` printed. */

import { type HardwareLog, hardwareLog } from '../../hardware/log.js'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { readSource, standardInput } from '../input/source.js'

/** The log in a file. Errors: the file cannot be read, or is no such log. */
export const readLog = (path: string): Result<HardwareLog> =>
  then(readSource(standardInput(path), 'log'), ({ text }) => logOf(text, path))

/** A log from its text; `name` is what messages call it. */
export function logOf(text: string, name: string): Result<HardwareLog> {
  const document = parsed(text)
  if (document === undefined) return fail(diagnostic('this is no log: it is not JSON, or not all of it is there', name))
  const log = hardwareLog.safeParse(document)
  if (log.success) return ok(log.data)
  const [issue] = log.error.issues
  return fail(diagnostic(`this is no log: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, name))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
