/**
 * Returns a value that exists unless an invariant of this program is broken; throws with what is missing if it does
 * not. Errors that a user can cause are a `Result`.
 */
export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there must be ${what}`)
  return value
}
