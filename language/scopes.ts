/** Threads that share a text share the names in it. */

export interface Scopes {
  /** Joins the threads that share a text into one scope; some of them may also share another text. */
  readonly join: (threads: readonly string[]) => void
  /** Returns the scope of a thread; the thread itself, if it shares no text. */
  readonly of: (thread: string) => string
  /**
   * Returns the scope of a thread by its name in conditions: `P1` or `1` is the second, unless a thread has that name.
   */
  readonly named: (name: string) => string | undefined
}

/** Creates a set of scopes, without threads at first. Threads are numbered as they come. */
export function scopes(): Scopes {
  const parents = new Map<string, string>()
  const of = (thread: string): string => {
    const parent = parents.get(thread) ?? thread
    return parent === thread ? thread : of(parent)
  }
  return {
    join: (threads) => {
      const [first, ...others] = threads
      if (first === undefined) return
      for (const thread of threads) if (!parents.has(thread)) parents.set(thread, thread)
      for (const thread of others) if (of(thread) !== of(first)) parents.set(of(thread), of(first))
    },
    of,
    named: (name) => {
      const plain = canonical(name)
      if (parents.has(plain)) return of(plain)
      if (parents.has(`P${plain}`)) return of(`P${plain}`)
      const index = /^P?(\d+)$/.exec(plain)?.[1]
      const thread = index === undefined ? undefined : [...parents.keys()][Number(index)]
      return thread === undefined ? undefined : of(thread)
    },
  }
}

/** Normalises a position: `d0.b01` is `d0.b1`. */
const canonical = (position: string): string => position.replace(/(?<!\d)0+(?=\d)/g, '')

/** Returns the threads that a head names: `d0.b0..1.t0` are two. */
export function threadsNamed(head: string): readonly string[] {
  const range = /(\d+)\.\.(\d+)/.exec(head)
  if (range === null) return [canonical(head)]
  const [whole, from = '0', to = '0'] = range
  const count = Math.min(256, Math.max(1, Number(to) - Number(from) + 1))
  return Array.from({ length: count }, (_, i) => head.replace(whole, `${Number(from) + i}`)).flatMap(threadsNamed)
}
