/** Results: values, or the diagnostics that explain why there is no value. */

import type { Diagnostic } from './diagnostic.js'

/** The result of reading: a value, or the reasons why there is no value. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/** Returns a success. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

/** Returns a failure with its reasons; none if another failure beside it already reports them. */
export const fail = (...diagnostics: readonly Diagnostic[]): Result<never> => ({ ok: false, diagnostics })

/** Works as `fail` does, for any number of reasons: engines allow only some ten thousand arguments. */
export const failAll = (diagnostics: readonly Diagnostic[]): Result<never> => ({ ok: false, diagnostics })

/** Returns a success if there are no errors. */
export const unless = (diagnostics: readonly Diagnostic[]): Result<undefined> =>
  diagnostics.length === 0 ? ok(undefined) : failAll(diagnostics)

/** Returns all values in order, or the reasons of every failure. */
export function all<T>(results: readonly Result<T>[]): Result<readonly T[]> {
  const failed = results.filter((result) => !result.ok)
  if (failed.length > 0) return failAll(failed.flatMap(({ diagnostics }) => diagnostics))
  return ok(results.flatMap((result) => (result.ok ? [result.value] : [])))
}

/** Returns the values under their keys, or the reasons of every failure. */
export function collect<T extends object>(results: { readonly [K in keyof T]: Result<T[K]> }): Result<T> {
  const values: Partial<T> = {}
  const diagnostics: Diagnostic[] = []
  let complete = true
  for (const key in results) {
    const result = results[key]
    if (result.ok) values[key] = result.value
    else {
      complete = false
      for (const one of result.diagnostics) diagnostics.push(one)
    }
  }
  const isWhole = (_part: Partial<T>): _part is T => complete
  return isWhole(values) ? ok(values) : failAll(diagnostics)
}

/** Returns the result of a further step on a success. */
export const then = <T, U>(result: Result<T>, step: (value: T) => Result<U>): Result<U> =>
  result.ok ? step(result.value) : result
