/** Limits that are reached deep within a recursion: the function at its edge returns what was built, or why it is too much. */

export type Limited<T> = { readonly built: T } | { readonly tooLarge: string }

/** Ends what `limited` does. It stays in this file: handing a value up through each step would be the larger evil. */
class LimitReached extends Error {}

/** The reason if the stack does not suffice. */
export const nestedTooDeeply = 'its values are nested too deeply'

/** Returns whether the stack did not suffice. The engine says so in words, and has no class of its own for it. */
export const isOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('call stack')

/**
 * Returns what `build` returns, or the reason that `exceed` was given meanwhile, or that the stack does not suffice.
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
