/** Hints for launches and conditions that are written as in CUDA C++, but not as they are read here. */

import type { Diagnostic } from '../../source/diagnostic.js'
import type { Result } from '../../source/result.js'

/** Returns a hint for a launch that cannot be read: one without arguments. */
export const launchHint = (text: string): string | undefined =>
  /^\s*\w+\s*<<<[^>]*>>>\s*$/.test(text)
    ? `the arguments are missing: \`${text.trim()}(x: int[4], 5)\` gives an object and a number, and \`()\` none`
    : undefined

/** What people write in a condition that has another form here, and the hint for it. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /->|\b[A-Za-z_]\w*(?:\[\w+\])?\.[A-Za-z_]/,
    'fields have no names here: a structure is an array of its size, such as `l: int[2]`, and `l[1]` is its second element',
  ],
  [
    /(?:^|[(!&|=<>])\s*\*\s*[A-Za-z_]/,
    'the name of an object is what it holds: `out == 42`, or `out[3] == 42` for an element of an array',
  ],
  [/[\w\])]\s*[-+*/%]\s*[\w([]/, 'a condition compares values, and computes none'],
  [/^\s*[A-Za-z_]\w*(?:\[\d+\])?\s*$/, 'a condition compares: `x != 0` for `x`'],
]

/** Matches names of threads, such as `d0.b1.t0` and `k.d0.b1.t0`, which have points, too. */
const threads = /\b(?:\w+\.)?d\d+\.[\w.]+/g

/** Returns a hint for a condition that cannot be read. */
export function conditionHint(text: string): string | undefined {
  const shown = text.replaceAll(threads, 'thread')
  return hints.find(([form]) => form.test(shown))?.[1]
}

/** Returns the result with the hint as a note on its first error, if there are both. */
export function hinted<T>(result: Result<T>, hint: string | undefined): Result<T> {
  if (result.ok || hint === undefined) return result
  const noted = (one: Diagnostic, i: number): Diagnostic =>
    i > 0 ? one : { ...one, notes: [...one.notes, { message: hint }] }
  return { ok: false, diagnostics: result.diagnostics.map(noted) }
}
