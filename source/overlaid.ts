/** Maps that differ in few entries and share the others, so that a change does not copy a large map. */

/** The most entries that a map has of its own. */
const mostOwn = 24

/** A map with a few entries in place of those of another, or besides them. No value is undefined. */
class Overlaid<K, V extends object> implements ReadonlyMap<K, V> {
  constructor(
    readonly base: ReadonlyMap<K, V>,
    readonly own: ReadonlyMap<K, V>,
  ) {}
  get(key: K): V | undefined {
    return this.own.get(key) ?? this.base.get(key)
  }
  has(key: K): boolean {
    return this.own.has(key) || this.base.has(key)
  }
  get size(): number {
    let size = this.base.size
    for (const key of this.own.keys()) if (!this.base.has(key)) size++
    return size
  }
  *entries(): MapIterator<[K, V]> {
    for (const [key, value] of this.base) yield [key, this.own.get(key) ?? value]
    for (const [key, value] of this.own) if (!this.base.has(key)) yield [key, value]
  }
  *keys(): MapIterator<K> {
    for (const [key] of this.entries()) yield key
  }
  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value
  }
  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries()
  }
  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this)
  }
}

/** Returns a map with another value for a key, in the order that a copy with that change would have. */
export function withEntry<K, V extends object>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  if (!(map instanceof Overlaid)) return new Overlaid(map, new Map([[key, value]]))
  const own = new Map<K, V>(map.own)
  own.set(key, value)
  return own.size <= mostOwn ? new Overlaid<K, V>(map.base, own) : new Map(new Overlaid<K, V>(map.base, own))
}
