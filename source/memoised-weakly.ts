/** As `memoised`, where the function outlives its keys: what it computed goes when its key does. */
export function memoisedWeakly<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, { readonly value: V }>()
  return (key) => {
    const cached = values.get(key)
    if (cached !== undefined) return cached.value
    const value = compute(key)
    values.set(key, { value })
    return value
  }
}
