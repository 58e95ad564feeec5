/**
 * Limits that are reached deep within a recursion: the function at its edge returns the result, or the reason why it is
 * too much.
 */

/** Returns whether work that takes many steps may go on: it is asked between two of them. */
export type GoesOn = () => boolean

/** The reason if it may not. */
export const timeReason = 'the time limit was reached'

export type Limited<T> = { readonly built: T } | { readonly tooLarge: string }

/**
 * The exception that ends the work of `limited`. It does not leave this file: passing a value up through each step
 * would be the greater evil.
 */
class LimitReached extends Error {}

/** The reason if the stack does not suffice. */
export const nestedTooDeeply = 'its values are nested too deeply'

/** Returns whether the stack did not suffice. The engine says so in words, and has no class of its own for it. */
export const isOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('call stack')

/**
 * Returns the result of `build`, or the reason that `exceed` was given meanwhile, or that the stack does not suffice.
 */
export function limited<T>(build: () => T): Limited<T> {
  try {
    return { built: build() }
  } catch (error) {
    if (error instanceof LimitReached) return { tooLarge: error.message }
    if (isOverflow(error)) return { tooLarge: nestedTooDeeply }
    throw error
  }
}

/** Ends the `limited` around it with a reason, which says which limit was reached. */
export function exceed(reason: string): never {
  throw new LimitReached(reason)
}
