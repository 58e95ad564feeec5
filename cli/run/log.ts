/** Reads the log that a program of `cuda` printed. */

import type * as z from 'zod'
import { type HardwareLog, hardwareLog } from '../../hardware/log.js'
import { diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { readSource, standardInput } from '../input/source.js'

/** Returns the log in a file. Fails if the file cannot be read, or is not such a log. */
export const readLog = (path: string): Result<HardwareLog> =>
  then(readSource(standardInput(path), 'log'), ({ text }) => logOf(text, path))

/** Returns a log from its text; `name` is what messages call it. */
export function logOf(text: string, name: string): Result<HardwareLog> {
  const document = parsed(text)
  if (document === undefined) return fail(diagnostic('this is not a log: it is not JSON, or it is incomplete', name))
  const log = hardwareLog.safeParse(document)
  if (log.success) return ok(log.data)
  const { path, message } = wrong(must(log.error.issues[0], 'what is wrong with a log'))
  return fail(diagnostic(['this is not a log', ...(path.length > 0 ? [path.join('.')] : []), message].join(': '), name))
}

type Issue = z.core.$ZodIssue

/** Returns an error and its place. For a test, the message is about the nearest form. */
function wrong(issue: Issue): Pick<Issue, 'path' | 'message'> {
  if (issue.code !== 'invalid_union') return issue
  const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length)
  const [first] = nearest ?? []
  return first === undefined ? issue : { ...first, path: [...issue.path, ...first.path] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
