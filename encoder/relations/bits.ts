/** Sets and relations over the events 0 … n-1 as bits, for one execution: a hundred times as fast as rows of truth values. */

import { closureByComponents } from './bit-closure.js'
import type { Algebra, Members, Relation } from './relation.js'
import type { Classes } from './standing.js'

/** A bit for each event. */
export type Bits = Uint32Array
/** A row of bits for each event, one after the other. */
export type BitRows = Uint32Array

/** The operations on bits over `size` events, and their construction from truth values. */
export interface BitAlgebra extends Algebra<Bits, BitRows, boolean> {
  readonly setOf: (members: Members<boolean>) => Bits
  readonly relationOf: (relation: Relation<boolean>) => BitRows
  readonly fromPairs: (pairs: Iterable<readonly [number, number]>) => BitRows
  /** Returns the pairs of members whose classes are related. */
  readonly ofClasses: (relation: Classes, members: Bits) => BitRows
  readonly has: (relation: BitRows, from: number, to: number) => boolean
  /** Returns the events to which an event is related. */
  readonly successors: (relation: BitRows, from: number) => readonly number[]
}

/** The events up to which a closure is computed by Warshall's algorithm. */
const mostByWarshall = 64

export function bitAlgebra(size: number): BitAlgebra {
  const words = (size + 31) >>> 5
  const blank = (): BitRows => new Uint32Array(size * words)
  /** The one empty relation: most relations of a large model are empty in one execution, and then cost nothing. */
  const none = blank()
  const isEmpty = (a: BitRows): boolean => a === none || isZero(a)
  const orNone = (a: BitRows): BitRows => (isZero(a) ? none : a)
  const emptySet = (): Bits => new Uint32Array(words)
  const has = (bits: Uint32Array, from: number, event: number): boolean =>
    (((bits[from + (event >>> 5)] ?? 0) >>> (event & 31)) & 1) === 1
  const add = (bits: Uint32Array, from: number, event: number): void => {
    bits[from + (event >>> 5)] = (bits[from + (event >>> 5)] ?? 0) | (1 << (event & 31))
  }
  /** Adds a row of one relation to a row of another. */
  const join = (into: BitRows, i: number, from: BitRows, k: number): void => {
    for (let w = 0; w < words; w++) into[i * words + w] = (into[i * words + w] ?? 0) | (from[k * words + w] ?? 0)
  }
  // Bits never change once they are returned, so that a result that is one of the operands takes no memory: the arrays of
  // thousands of events are so large that each some dozen of them make the engine collect garbage.
  const either = (a: Uint32Array, b: Uint32Array): Uint32Array => {
    let i = 0
    while (i < a.length && ((b[i] ?? 0) & ~(a[i] ?? 0)) === 0) i++
    if (i === a.length) return a
    const result = a.slice()
    for (; i < result.length; i++) result[i] = (result[i] ?? 0) | (b[i] ?? 0)
    return result
  }
  const both = (a: Uint32Array, b: Uint32Array): Uint32Array => except(a, b, -1)
  /** Returns the bits of the first that are not in the second, or if all of its words are inverted, that are. */
  const except = (a: Uint32Array, b: Uint32Array, inverted = 0): Uint32Array => {
    let i = 0
    while (i < a.length && ((a[i] ?? 0) & ((b[i] ?? 0) ^ inverted)) === 0) i++
    if (i === a.length) return a
    const result = a.slice()
    for (; i < result.length; i++) result[i] = (result[i] ?? 0) & ~((b[i] ?? 0) ^ inverted)
    return result
  }
  const isDisjoint = (a: Uint32Array, b: Uint32Array): boolean => {
    for (let i = 0; i < a.length; i++) if (((a[i] ?? 0) & (b[i] ?? 0)) !== 0) return false
    return true
  }
  /** Returns the pairs of both relations, or the one empty relation: no memory is taken for that. */
  const intersection = (a: BitRows, b: BitRows): BitRows =>
    a === none || b === none || isDisjoint(a, b) ? none : both(a, b)
  const isWithin = (a: BitRows, b: BitRows): boolean => {
    for (let i = 0; i < a.length; i++) if (((a[i] ?? 0) & ~(b[i] ?? 0)) !== 0) return false
    return true
  }
  const difference = (a: BitRows, b: BitRows): BitRows =>
    a === none || b === none ? a : isWithin(a, b) ? none : except(a, b)
  /** Visits the events of a row. */
  const each = (bits: Uint32Array, from: number, visit: (event: number) => void): void => {
    for (let w = 0; w < words; w++)
      for (let word = bits[from + w] ?? 0; word !== 0; word &= word - 1) visit(w * 32 + 31 - Math.clz32(word & -word))
  }

  /** Returns the events of a relation that relates each only to itself; undefined for any other. */
  const identitySet = (a: BitRows): Bits | undefined => {
    const set = emptySet()
    for (let i = 0; i < size; i++)
      for (let w = 0; w < words; w++) {
        const word = a[i * words + w] ?? 0
        if (word === 0) continue
        if (w !== i >>> 5 || (word & (word - 1)) !== 0 || !has(a, i * words, i)) return undefined
        add(set, 0, i)
      }
    return set
  }
  /** Returns the pairs whose second event is in the set. */
  const withTargets = (a: BitRows, set: Bits): BitRows => {
    let result = a
    for (let i = 0, at = 0; i < size; i++)
      for (let w = 0; w < words; w++, at++) {
        const [word, kept] = [a[at] ?? 0, set[w] ?? 0]
        if ((word & ~kept) === 0) continue
        if (result === a) result = a.slice()
        result[at] = word & kept
      }
    return result
  }

  /** Returns the events that a relation relates to some, and the first and the last word of each row that is not 0. */
  const extentsOf = (a: BitRows): { readonly sources: Bits; readonly first: Int32Array; readonly last: Int32Array } => {
    const sources = emptySet()
    const [first, last] = [new Int32Array(size), new Int32Array(size)]
    for (let i = 0; i < size; i++) {
      const row = i * words
      let [from, to] = [0, words - 1]
      while (from < words && a[row + from] === 0) from++
      if (from === words) continue
      while (a[row + to] === 0) to--
      first[i] = from
      last[i] = to
      add(sources, 0, i)
    }
    return { sources, first, last }
  }

  const union = (a: BitRows, b: BitRows): BitRows =>
    a === none ? b : b === none ? a : isWithin(a, b) ? b : either(a, b)
  /** Returns the sequence if there are so few events that preparing anything takes longer. */
  const shortSequence = (a: BitRows, b: BitRows): BitRows => {
    const result = blank()
    for (let i = 0; i < size; i++) each(a, i * words, (k) => join(result, i, b, k))
    return orNone(result)
  }
  /** Where few events have successors, or only events nearby, the other words of rows are not looked at. */
  const sequence = (a: BitRows, b: BitRows): BitRows => {
    if (a === none || b === none) return none
    if (size <= mostByWarshall) return shortSequence(a, b)
    const kept = identitySet(b)
    if (kept !== undefined) return orNone(withTargets(a, kept))
    const { sources, first, last } = extentsOf(b)
    let result: BitRows | undefined
    for (let i = 0, row = 0; i < size; i++, row += words)
      for (let w = 0; w < words; w++)
        for (let word = (a[row + w] ?? 0) & (sources[w] ?? 0); word !== 0; word &= word - 1) {
          const k = w * 32 + 31 - Math.clz32(word & -word)
          const [to, from] = [last[k] ?? 0, k * words]
          result ??= blank()
          for (let v = first[k] ?? 0; v <= to; v++) result[row + v] = (result[row + v] ?? 0) | (b[from + v] ?? 0)
        }
    return result ?? none
  }
  /** Computes the closure by Warshall's algorithm, which is fast if there are few events. */
  const closure = (a: BitRows): BitRows => {
    if (a === none) return none
    if (size > mostByWarshall) return closureByComponents(a, size, words)
    const result = a.slice()
    for (let k = 0; k < size; k++)
      for (let i = 0; i < size; i++) if (has(result, i * words, k)) join(result, i, result, k)
    return result
  }
  const isIrreflexive = (a: BitRows): boolean => {
    for (let i = 0; i < size; i++) if (has(a, i * words, i)) return false
    return true
  }

  return {
    emptySet: emptySet(),
    either,
    both,
    except,
    empty: none,
    union,
    intersection,
    difference,
    without: difference,
    sequence,
    inverse: (a) => {
      if (a === none) return none
      const result = blank()
      for (let i = 0; i < size; i++) each(a, i * words, (j) => add(result, j * words, i))
      return result
    },
    closure,
    closureBeyond: (transitive, others) => closure(union(transitive, others)),
    domain: (a) => {
      const result = emptySet()
      if (a === none) return result
      for (let i = 0; i < size; i++) for (let w = 0; w < words; w++) if (a[i * words + w] !== 0) add(result, 0, i)
      return result
    },
    identity: (set) => {
      const result = blank()
      each(set, 0, (i) => add(result, i * words, i))
      return orNone(result)
    },
    product: (from, to) => {
      if (isZero(from) || isZero(to)) return none
      const result = blank()
      each(from, 0, (i) => join(result, i, to, 0))
      return result
    },
    isEmpty,
    isNone: isEmpty,
    isIrreflexive,
    isAcyclic: (a) => isIrreflexive(closure(a)),
    size: (a) => {
      if (a === none) return 0
      let count = 0
      for (let i = 0; i < a.length; i++) count += ones(a[i] ?? 0)
      return count
    },
    isSame: (a, b) => {
      if (a === b) return true
      for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
      return true
    },
    has: (a, from, to) => has(a, from * words, to),
    successors: (a, from) => {
      const row: number[] = []
      each(a, from * words, (to) => row.push(to))
      return row
    },
    setOf: (members) => {
      const result = emptySet()
      for (const [event, isIn] of members) if (isIn) add(result, 0, event)
      return result
    },
    fromPairs: (pairs) => {
      const result = blank()
      for (const [a, b] of pairs) add(result, a * words, b)
      return orNone(result)
    },
    ofClasses: ({ classes, successors }, members) => {
      const result = blank()
      for (const [i, own] of classes.entries()) {
        const row = emptySet()
        for (const to of successors[i] ?? []) for (const event of classes[to] ?? []) add(row, 0, event)
        const there = both(row, members)
        for (const event of own) if (has(members, 0, event)) join(result, event, there, 0)
      }
      return orNone(result)
    },
    relationOf: (relation) => {
      const result = blank()
      relation.forEach((row, i) => {
        for (const [j, holds] of row) if (holds) add(result, i * words, j)
      })
      return orNone(result)
    },
  }
}

/** Returns how many bits of a word are set. */
const ones = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const isZero = (bits: Uint32Array): boolean => {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return false
  return true
}
