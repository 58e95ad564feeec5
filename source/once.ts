/** The function, computing its value once; again as long as it is not final. */
export function once<T>(compute: () => T, isFinal: (value: T) => boolean = () => true): () => T {
  let known: { readonly value: T } | undefined
  return () => {
    if (known !== undefined) return known.value
    const value = compute()
    if (isFinal(value)) known = { value }
    return value
  }
}
