/** Unit propagation with two watched literals per clause, which says which clauses it used. */

import type { Literal } from '../encoder/formula/gates.js'

/** Clauses that can be added and asked; each has the number that it was added as, from 0 on. */
export interface Propagation {
  /** Adds a clause that holds. */
  readonly add: (clause: readonly Literal[]) => void
  /**
   * Assumes that each literal of a clause is false, and returns the clauses from which a conflict follows, in an order
   * in which each becomes unit after those before it, and the last is violated; undefined if none follows.
   */
  readonly refute: (clause: readonly Literal[]) => readonly number[] | undefined
}

const none = -1

/** Returns propagation over variables 1 to `variables`, without a clause yet. */
export function propagation(variables: number): Propagation {
  const clauses: Int32Array[] = []
  /** The clauses that watch each literal. */
  const watching: number[][] = Array.from({ length: 2 * variables + 2 }, () => [])
  /** 1 if true, -1 if false, 0 if open, by literal. */
  const values = new Int8Array(2 * variables + 2)
  const reasons = new Int32Array(variables + 1).fill(none)
  const trail: Literal[] = []
  /** The literals of the trail that follow from unit clauses alone, and whether these are in conflict. */
  let settled = 0
  let conflict = none
  let next = 0

  const index = (literal: Literal): number => (literal > 0 ? 2 * literal : 1 - 2 * literal)
  const valueOf = (literal: Literal): number => values[index(literal)] ?? 0
  const assign = (literal: Literal, reason: number): void => {
    values[index(literal)] = 1
    values[index(-literal)] = -1
    reasons[Math.abs(literal)] = reason
    trail.push(literal)
  }
  const undo = (length: number): void => {
    for (const literal of trail.splice(length)) {
      values[index(literal)] = 0
      values[index(-literal)] = 0
      reasons[Math.abs(literal)] = none
    }
    next = Math.min(next, length)
  }

  /** Propagates what the trail has; returns a violated clause. */
  const propagate = (): number => {
    while (next < trail.length) {
      const falsified = -(trail[next++] ?? 0)
      const list = watching[index(falsified)] ?? []
      let kept = 0
      for (let i = 0; i < list.length; i++) {
        const id = list[i] ?? 0
        const clause = clauses[id]
        if (clause === undefined) continue
        if (clause[0] === falsified) {
          clause[0] = clause[1] ?? 0
          clause[1] = falsified
        }
        const first = clause[0] ?? 0
        list[kept++] = id
        if (valueOf(first) === 1) continue
        let moved = false
        for (let k = 2; k < clause.length; k++) {
          const literal = clause[k] ?? 0
          if (valueOf(literal) === -1) continue
          clause[1] = literal
          clause[k] = falsified
          watching[index(literal)]?.push(id)
          kept--
          moved = true
          break
        }
        if (moved) continue
        if (valueOf(first) === -1) {
          for (let rest = i + 1; rest < list.length; rest++) list[kept++] = list[rest] ?? 0
          list.length = kept
          return id
        }
        assign(first, id)
      }
      list.length = kept
    }
    return none
  }

  /** Settles what follows from unit clauses. */
  const settle = (): void => {
    if (conflict === none) conflict = propagate()
    settled = trail.length
  }

  const add = (given: readonly Literal[]): void => {
    const id = clauses.length
    // Watched literals should be open, or at least not false for good.
    const clause = Int32Array.from(given.toSorted((a, b) => valueOf(b) - valueOf(a)))
    clauses.push(clause)
    const [first = 0, second] = clause
    if (clause.length === 0 || valueOf(first) === -1) {
      if (conflict === none) conflict = id
      return
    }
    if (second !== undefined) {
      watching[index(first)]?.push(id)
      watching[index(second)]?.push(id)
    }
    if ((second === undefined || valueOf(second) === -1) && valueOf(first) === 0) {
      assign(first, id)
      settle()
    }
  }

  /**
   * Returns the clauses that led to a violated one, those first that the others need. It is violated if `assumed` is
   * false, although that follows to be true from it.
   */
  const used = (violated: number, assumed?: Literal): readonly number[] => {
    const ids: number[] = [violated]
    const needed = new Set<number>()
    const need = (clause: Int32Array | undefined, but?: Literal): void => {
      for (const literal of clause ?? []) if (literal !== but) needed.add(Math.abs(literal))
    }
    need(clauses[violated], assumed)
    for (let i = trail.length - 1; i >= 0; i--) {
      const literal = trail[i] ?? 0
      if (!needed.has(Math.abs(literal))) continue
      const reason = reasons[Math.abs(literal)] ?? none
      if (reason === none) continue
      ids.push(reason)
      need(clauses[reason], literal)
    }
    return ids.reverse()
  }

  const refute = (clause: readonly Literal[]): readonly number[] | undefined => {
    if (conflict !== none) return used(conflict)
    for (const literal of clause) {
      const value = valueOf(literal)
      if (value === 1) {
        // It holds already: its reason is what violates its negation.
        const reason = reasons[Math.abs(literal)] ?? none
        const ids = reason === none ? undefined : used(reason, literal)
        undo(settled)
        return ids
      }
      if (value === 0) assign(-literal, none)
    }
    const violated = propagate()
    const ids = violated === none ? undefined : used(violated)
    undo(settled)
    return ids
  }

  return { add, refute }
}
