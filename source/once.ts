/** Returns a function that computes its value once, or again until the value is final. */
export function once<T>(compute: () => T, isFinal: (value: T) => boolean = () => true): () => T {
  let cached: { readonly value: T } | undefined
  return () => {
    if (cached !== undefined) return cached.value
    const value = compute()
    if (isFinal(value)) cached = { value }
    return value
  }
}
