/**
 * The transitive closure of a large relation in bits: by its strongly connected components, each after those it leads
 * to (Purdom 1970; Tarjan 1972). A successor that another one leads to adds nothing, so that of a program order, which
 * is transitive, one step of each event is followed.
 */

/** Returns the closure of a relation over `size` events, whose rows have `words` words each. */
export function closureByComponents(relation: Uint32Array, size: number, words: number): Uint32Array {
  const { componentOf, members } = componentsOf(relation, size, words)
  const result = new Uint32Array(relation.length)
  /** The components that each one leads to, as bits. Those it leads to have smaller numbers. */
  const reached = new Uint32Array(members.length * words)
  const direct = new Uint32Array(words)
  const events = new Uint32Array(words)
  for (const [component, own] of members.entries()) {
    direct.fill(0)
    events.fill(0)
    for (const event of own)
      for (let w = 0; w < words; w++)
        for (let word = relation[event * words + w] ?? 0; word !== 0; word &= word - 1)
          set(direct, 0, componentOf[w * 32 + lowest(word)] ?? 0)
    const row = component * words
    for (let w = words - 1; w >= 0; w--)
      for (let word = direct[w] ?? 0; word !== 0; ) {
        const bit = 31 - Math.clz32(word)
        word &= ~(1 << bit)
        const next = w * 32 + bit
        if (next === component || isSet(reached, row, next)) continue
        set(reached, row, next)
        for (let v = 0; v < words; v++) reached[row + v] = (reached[row + v] ?? 0) | (reached[next * words + v] ?? 0)
        const those = members[next] ?? []
        const from = (those[0] ?? 0) * words
        for (let v = 0; v < words; v++) events[v] = (events[v] ?? 0) | (result[from + v] ?? 0)
        for (const event of those) set(events, 0, event)
      }
    if (isSet(direct, 0, component)) for (const event of own) set(events, 0, event)
    for (const event of own) result.set(events, event * words)
  }
  return result
}

/**
 * Returns the strongly connected components. Those that one leads to have smaller numbers.
 */
function componentsOf(
  relation: Uint32Array,
  size: number,
  words: number,
): { readonly componentOf: Int32Array; readonly members: readonly (readonly number[])[] } {
  const componentOf = new Int32Array(size).fill(-1)
  const members: number[][] = []
  /** The order in which events are visited, and the earliest one to which each leads. */
  const visited = new Int32Array(size).fill(-1)
  const earliest = new Int32Array(size)
  const open: number[] = []
  let count = 0
  /** The events on the path, each with the next word of its row and what is left of it. */
  const path: number[] = []
  const word = new Int32Array(size)
  const rest = new Uint32Array(size)
  const visit = (event: number): void => {
    visited[event] = count
    earliest[event] = count
    count++
    open.push(event)
    path.push(event)
    rest[event] = relation[event * words] ?? 0
  }
  const nextOf = (event: number): number => {
    while ((rest[event] ?? 0) === 0) {
      const at = (word[event] ?? 0) + 1
      if (at >= words) return -1
      word[event] = at
      rest[event] = relation[event * words + at] ?? 0
    }
    const left = rest[event] ?? 0
    rest[event] = left & (left - 1)
    return (word[event] ?? 0) * 32 + lowest(left)
  }
  for (let start = 0; start < size; start++) {
    if ((visited[start] ?? 0) >= 0) continue
    visit(start)
    for (let event = path.at(-1); event !== undefined; event = path.at(-1)) {
      const next = nextOf(event)
      if (next >= 0) {
        if ((visited[next] ?? 0) < 0) visit(next)
        else if ((componentOf[next] ?? 0) < 0) earliest[event] = Math.min(earliest[event] ?? 0, visited[next] ?? 0)
        continue
      }
      path.pop()
      const before = path.at(-1)
      if (before !== undefined) earliest[before] = Math.min(earliest[before] ?? 0, earliest[event] ?? 0)
      if (earliest[event] !== visited[event]) continue
      const own: number[] = []
      for (let one = open.pop(); one !== undefined; one = one === event ? undefined : open.pop()) {
        componentOf[one] = members.length
        own.push(one)
      }
      members.push(own)
    }
  }
  return { componentOf, members }
}

const lowest = (word: number): number => 31 - Math.clz32(word & -word)
const isSet = (bits: Uint32Array, from: number, one: number): boolean =>
  (((bits[from + (one >>> 5)] ?? 0) >>> (one & 31)) & 1) === 1
const set = (bits: Uint32Array, from: number, one: number): void => {
  bits[from + (one >>> 5)] = (bits[from + (one >>> 5)] ?? 0) | (1 << (one & 31))
}
