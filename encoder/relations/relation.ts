/**
 * Sets and relations over the events 0 … n-1, with truth values of any logic. An absent pair is false, so the work grows with the pairs
 * that can hold, not with the square of the events.
 */

import { memoised } from '../../source/memoised.js'
import { must } from '../../source/must.js'
import type { Logic } from '../values/logic.js'

export type Members<B> = ReadonlyMap<number, B>

/** Row a holds every b to which a may be related. */
export type Relation<B> = readonly ReadonlyMap<number, B>[]

/** Returns the row of an event. A relation has one for each event. */
const rowOf = <R>(rows: readonly R[], event: number): R => must(rows[event], 'a row for each event')

const nothing: ReadonlyMap<number, never> = new Map<number, never>()

/** Returns the one empty relation over `size` events. Most relations of a large model are empty in one program, and then cost nothing. */
const emptyOver = memoised((size: number): Relation<never> => Array.from({ length: size }, () => nothing))

/** Operations on sets S and relations R over events, with truth values B. */
export interface Algebra<S, R, B> {
  readonly emptySet: S
  readonly either: (a: S, b: S) => S
  readonly both: (a: S, b: S) => S
  readonly except: (a: S, b: S) => S
  readonly empty: R
  readonly union: (a: R, b: R) => R
  readonly intersection: (a: R, b: R) => R
  readonly difference: (a: R, b: R) => R
  /** Returns the pairs that can hold in the first relation and not in the second. */
  readonly without: (a: R, b: R) => R
  readonly sequence: (a: R, b: R) => R
  /** Operations that compute only those pairs of a relation that are also in another, where this is cheaper. */
  readonly within?: Within<S, R>
  readonly inverse: (a: R) => R
  readonly closure: (a: R) => R
  /**
   * Returns the closure of a union of two relations, the first of which is transitive. The formulas are smaller than
   * those of `closure`.
   */
  readonly closureBeyond: (transitive: R, others: R) => R
  /** Returns the events that have a pair. */
  readonly domain: (a: R) => S
  readonly identity: (set: S) => R
  readonly product: (from: S, to: S) => R
  /** True when no pair holds. */
  readonly isEmpty: (a: R) => B
  readonly isIrreflexive: (a: R) => B
  readonly isAcyclic: (a: R) => B
  /** Returns the formula that demands that it is acyclic, for a demand rather than a question. */
  readonly demandsAcyclic?: (a: R) => B
  /** Returns how many pairs can hold. */
  readonly size: (a: R) => number
  /** Returns whether no pair can hold. */
  readonly isNone: (a: R) => boolean
  /** Returns whether the same pairs have the same truth values. */
  readonly isSame: (a: R, b: R) => boolean
}

/** Operations that compute the pairs of a relation that are also in `others`, without the rest. */
export interface Within<S, R> {
  readonly sequence: (a: R, b: R, others: R) => R
  readonly product: (from: S, to: S, others: R) => R
  /** Returns how many pairs a product has. */
  readonly size: (from: S, to: S) => number
  /** Returns the same pairs, each of which holds. */
  readonly support: (a: R) => R
}

export interface RelationAlgebra<B> extends Algebra<Members<B>, Relation<B>, B> {
  readonly fromPairs: (pairs: Iterable<readonly [number, number, B]>) => Relation<B>
}

/** Returns the operations on relations over `size` events. */
export function relationAlgebra<B>(size: number, logic: Logic<B>): RelationAlgebra<B> {
  const { tt, ff, and, or, any, not, follows = () => false, acyclic = () => undefined } = logic
  const put = (row: Map<number, B>, key: number, value: B) => {
    if (value !== ff) row.set(key, value)
  }

  const empty: Relation<B> = emptyOver(size)
  /** Rows built by a function that fills one row at a time. Rows that stay empty are one shared object. */
  const rows = (fill: (row: Map<number, B>, a: number) => void): Relation<B> => {
    const result: ReadonlyMap<number, B>[] = []
    let row = new Map<number, B>()
    let isEmpty = true
    for (let a = 0; a < size; a++) {
      fill(row, a)
      if (row.size === 0) result.push(nothing)
      else {
        result.push(row)
        row = new Map()
        isEmpty = false
      }
    }
    return isEmpty ? empty : result
  }

  /** Creates rows that are filled one pair at a time. */
  const collected = (): { readonly rows: Relation<B>; readonly row: (a: number) => Map<number, B> } => {
    const filled = new Map<number, Map<number, B>>()
    const rows = [...empty]
    return {
      rows,
      row: (a) => {
        const row = filled.get(a)
        if (row !== undefined) return row
        const made = new Map<number, B>()
        filled.set(a, made)
        rows[a] = made
        return made
      },
    }
  }

  const inverse = (a: Relation<B>): Relation<B> => {
    if (a === empty) return empty
    const result = collected()
    a.forEach((row, from) => {
      for (const [to, value] of row) result.row(to).set(from, value)
    })
    return result.rows
  }

  /**
   * Removes one event after the other and joins its predecessors to its successors, so that what remains has the same paths. `visit` sees
   * the cycle through the event before the event is removed. The cheapest event is removed first.
   */
  const eliminate = (a: Relation<B>, visit: (cycle: B) => void) => {
    const out = a.map((row) => new Map(row))
    const into = inverse(a).map((row) => new Map(row))
    const left = new Set(out.keys())
    while (left.size > 0) {
      let next = -1
      let least = Number.POSITIVE_INFINITY
      for (const event of left) {
        const cost = rowOf(out, event).size * rowOf(into, event).size
        if (cost < least) [next, least] = [event, cost]
      }
      left.delete(next)
      const successors = rowOf(out, next)
      const predecessors = rowOf(into, next)
      const cycle = successors.get(next)
      if (cycle !== undefined) visit(cycle)
      for (const [before, first] of predecessors) {
        const from = rowOf(out, before)
        from.delete(next)
        if (before === next) continue
        for (const [after, second] of successors) {
          if (after === next) continue
          const value = or(from.get(after) ?? ff, and(first, second))
          if (value === ff) continue
          from.set(after, value)
          rowOf(into, after).set(before, value)
        }
      }
      for (const after of successors.keys()) rowOf(into, after).delete(next)
    }
  }

  const isAcyclic = (a: Relation<B>): B => {
    const cycles: B[] = []
    eliminate(a, (cycle) => cycles.push(cycle))
    return not(any(cycles))
  }

  const union = (a: Relation<B>, b: Relation<B>): Relation<B> => {
    if (a === empty) return b
    if (b === empty) return a
    return rows((row, i) => {
      for (const [j, value] of rowOf(a, i)) row.set(j, value)
      for (const [j, value] of rowOf(b, i)) row.set(j, or(row.get(j) ?? ff, value))
    })
  }

  const sequence = (a: Relation<B>, b: Relation<B>): Relation<B> => {
    if (a === empty || b === empty) return empty
    return rows((row, i) => {
      const ways = new Map<number, B[]>()
      for (const [k, first] of rowOf(a, i)) {
        for (const [j, second] of rowOf(b, k)) {
          const way = and(first, second)
          if (way === ff) continue
          const steps = ways.get(j)
          if (steps === undefined) ways.set(j, [way])
          else steps.push(way)
        }
      }
      for (const [j, alternatives] of ways) row.set(j, any(alternatives))
    })
  }

  const sequenceWithin = (a: Relation<B>, b: Relation<B>, within: Relation<B>): Relation<B> => {
    if (a === empty || b === empty || within === empty) return empty
    const into = inverse(b)
    return rows((row, i) => {
      const first = rowOf(a, i)
      if (first.size === 0) return
      for (const [j, demanded] of rowOf(within, i)) {
        const last = rowOf(into, j)
        const ways: B[] = []
        // The shorter one is traversed.
        if (first.size <= last.size)
          for (const [k, one] of first) {
            const other = last.get(k)
            if (other !== undefined) ways.push(and(one, other))
          }
        else
          for (const [k, other] of last) {
            const one = first.get(k)
            if (one !== undefined) ways.push(and(one, other))
          }
        put(row, j, and(any(ways), demanded))
      }
    })
  }

  const productWithin = (from: Members<B>, to: Members<B>, within: Relation<B>): Relation<B> =>
    rows((row, i) => {
      const first = from.get(i)
      if (first === undefined) return
      for (const [j, demanded] of rowOf(within, i)) {
        const second = to.get(j)
        if (second !== undefined) put(row, j, and(demanded, and(first, second)))
      }
    })

  // Warshall's algorithm: exact, and each pair of steps is joined once. A superset that is merely transitive would be wrong.
  const closure = (a: Relation<B>): Relation<B> => {
    if (a === empty) return empty
    const result = a.map((row) => new Map(row))
    for (let k = 0; k < size; k++) {
      const after = [...rowOf(result, k)]
      if (after.length === 0) continue
      for (const row of result) {
        const first = row.get(k)
        if (first === undefined) continue
        for (const [j, second] of after) {
          const direct = row.get(j) ?? ff
          if (direct !== tt && !follows(direct, first, second)) put(row, j, or(direct, and(first, second)))
        }
      }
    }
    return result
  }

  /** Returns the events for which the joined memberships can hold. */
  const pointwise =
    (join: (a: B, b: B) => B) =>
    (left: Members<B>, right: Members<B>): Members<B> => {
      const result = new Map<number, B>()
      for (const event of new Set([...left.keys(), ...right.keys()]))
        put(result, event, join(left.get(event) ?? ff, right.get(event) ?? ff))
      return result
    }

  return {
    emptySet: new Map(),
    either: pointwise(or),
    both: pointwise(and),
    except: pointwise((a, b) => and(a, not(b))),
    size: (a) => a.reduce((count, row) => count + row.size, 0),
    isNone: (a) => a === empty || a.every((row) => row.size === 0),
    isSame: (a, b) =>
      a === b ||
      a.every((row, i) => {
        const other = b[i]
        return row.size === other?.size && [...row].every(([j, value]) => other.get(j) === value)
      }),
    empty,
    fromPairs: (pairs) => {
      const result = collected()
      for (const [a, b, value] of pairs) {
        if (value === ff) continue
        const row = result.row(a)
        row.set(b, or(row.get(b) ?? ff, value))
      }
      return result.rows.every((row) => row.size === 0) ? empty : result.rows
    },
    union,
    intersection: (a, b) => {
      if (a === empty || b === empty) return empty
      return rows((row, i) => {
        const others = rowOf(b, i)
        for (const [j, value] of rowOf(a, i)) {
          const other = others.get(j)
          if (other !== undefined) put(row, j, and(value, other))
        }
      })
    },
    difference: (a, b) => {
      if (a === empty || b === empty) return a
      return rows((row, i) => {
        const others = rowOf(b, i)
        for (const [j, value] of rowOf(a, i)) put(row, j, and(value, not(others.get(j) ?? ff)))
      })
    },
    without: (a, b) => {
      if (a === empty || b === empty) return a
      return rows((row, i) => {
        const others = rowOf(b, i)
        for (const [j, value] of rowOf(a, i)) if (!others.has(j)) row.set(j, value)
      })
    },
    sequence,
    within: {
      sequence: sequenceWithin,
      product: productWithin,
      size: (from, to) => from.size * to.size,
      support: (a) =>
        rows((row, i) => {
          for (const j of rowOf(a, i).keys()) row.set(j, tt)
        }),
    },
    inverse,
    closure,
    // No two consecutive steps of a path are in a transitive relation.
    closureBeyond: (transitive, others) => {
      if (others === empty) return transitive
      const further = closure(union(others, sequence(others, transitive)))
      return union(transitive, union(further, sequence(transitive, further)))
    },
    domain: (a) => new Map(a.flatMap((row, i) => (row.size === 0 ? [] : [[i, any([...row.values()])] as const]))),
    identity: (set) => rows((row, i) => put(row, i, set.get(i) ?? ff)),
    product: (from, to) =>
      rows((row, i) => {
        const first = from.get(i)
        if (first === undefined) return
        for (const [j, second] of to) put(row, j, and(first, second))
      }),
    isEmpty: (a) => not(any(a.flatMap((row) => [...row.values()]))),
    isIrreflexive: (a) => not(any(a.flatMap((row, i) => row.get(i) ?? []))),
    isAcyclic,
    demandsAcyclic: (a) => acyclic(a) ?? isAcyclic(a),
  }
}
