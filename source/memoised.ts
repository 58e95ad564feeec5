/** The function, computing each key's value once. Objects are compared by identity. */
export function memoised<K, V>(compute: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>()
  return (key) => {
    const found = values.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    values.set(key, value)
    return value
  }
}
