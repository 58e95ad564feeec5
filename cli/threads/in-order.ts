/** Results that arrive in any order and are reported in the order of their indices. */

export interface InOrder<R> {
  /** Reports it as soon as all before it are reported. */
  readonly hear: (index: number, result: R) => void
  /** Reports all results that are left, including those after a gap. */
  readonly flush: () => void
}

export function inOrder<R extends object>(report: (index: number, result: R) => void): InOrder<R> {
  const held = new Map<number, R>()
  let next = 0
  return {
    hear: (index, result) => {
      held.set(index, result)
      for (let first = held.get(next); first !== undefined; first = held.get(next)) {
        held.delete(next)
        report(next++, first)
      }
    },
    flush: () => {
      for (const [index, result] of [...held].toSorted(([a], [b]) => a - b)) report(index, result)
      held.clear()
    },
  }
}
