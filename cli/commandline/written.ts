/** Writes the output of commands for `--output`. */

import type { Errors } from '../console/errors.js'
import type { Output } from '../console/output.js'
import { writeTo } from '../input/outputs.js'

/**
 * Writes a text to the file of `--output`, or without one to standard output. Returns whether it could be written. If
 * not, the error is reported.
 */
export function written(
  text: string,
  { output: file, force }: { readonly output?: string | undefined; readonly force: boolean },
  { out }: Pick<Output, 'out'>,
  { report }: Pick<Errors, 'report'>,
): boolean {
  if (file === undefined) {
    out(text)
    return true
  }
  const result = writeTo(file, `${text}\n`, force)
  if (!result.ok) report(result.diagnostics)
  return result.ok
}
