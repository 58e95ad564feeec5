/** Memoises a function that outlives its keys: a result is dropped when its key is. */
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
