/**
 * The places of accesses in memory: bytes of locations, which overlap completely, partially, or not at all (ISA 8.2.1).
 */

import { groupBy } from '../../../source/group.js'
import { largest } from '../../../source/largest.js'
import { must } from '../../../source/must.js'
import {
  always,
  both,
  compare,
  constant,
  type Expression,
  either,
  negation,
  never,
  type Predicate,
} from '../../values/expression.js'
import type { AccessPlace, MemoryEvent } from '../graph/event.js'
import type { Region } from '../graph/regions.js'

/** The values that an expression may have, if they are few. */
export type Possible = ReadonlySet<bigint> | 'any'

/**
 * The places of an access, at most one of which holds, and the condition under which none does: then its behaviour is
 * undefined.
 */
export interface Placed {
  readonly places: readonly AccessPlace[]
  readonly outside: Predicate
}

/** Returns how many bytes an access reads or writes. */
export const bytesOf = ({ value }: Pick<MemoryEvent, 'value'>): number => value.width / 8

/** The index of a scalar in its vector access, and the number of scalars; for other accesses, 0 of 1. */
interface Scalar {
  readonly element?: number
  readonly elements?: number
}

/**
 * Returns the places of an access of that many bytes whose address has one of these values. Accesses are aligned to
 * their size (ISA 6.4.1), and vectors to the size of all their scalars (ISA 5.4.2).
 */
export function placesAt(
  address: Expression,
  possible: Possible,
  regions: readonly Region[],
  bytes: number,
  { element = 0, elements = 1 }: Scalar = {},
): Placed {
  const isAligned = (value: bigint): boolean => (value - BigInt(element * bytes)) % BigInt(elements * bytes) === 0n
  const isAt = (value: bigint): Predicate => compare('equal', address, constant(value, address.width))
  const addresses = possible === 'any' ? everywhere(regions, bytes) : possible
  const places = [...addresses].flatMap((value): readonly AccessPlace[] => {
    const region = isAligned(value) ? regionOf(value, regions, bytes) : undefined
    if (region === undefined) return []
    const { location, address, base } = region
    return [{ location, address, offset: Number(value - base), when: isAt(value) }]
  })
  if (possible !== 'any' && places.length === possible.size) {
    const [only, second] = places
    if (only !== undefined && second === undefined) return { places: [{ ...only, when: always }], outside: never }
    return { places, outside: never }
  }
  return { places, outside: negation(places.map(({ when }) => when).reduce(either, never)) }
}

/** Returns the memory in which all the bytes are, if they are aligned. */
export const regionOf = (value: bigint, regions: readonly Region[], bytes: number): Region | undefined =>
  value % BigInt(bytes) === 0n
    ? regions.find(({ base, bytes: size }) => base <= value && value + BigInt(bytes) <= base + size)
    : undefined

const everywhere = (regions: readonly Region[], width: number): readonly bigint[] =>
  regions.flatMap(({ base, bytes }) =>
    Array.from({ length: Math.floor(Number(bytes) / width) }, (_, i) => base + BigInt(i * width)),
  )

/**
 * Returns a function that finds the accesses that may overlap a given one, in their order: those at its locations that
 * do not end before it begins, if they are as long as any, and do not begin after its end.
 */
export function nearby(accesses: readonly MemoryEvent[]): (access: MemoryEvent) => readonly MemoryEvent[] {
  const placed = accesses.flatMap((access) =>
    access.places.map(({ location, offset }) => ({ access, location, offset })),
  )
  const at = new Map(
    [...groupBy(placed, ({ location }) => location)].map(([location, those]) => {
      const inOrder = those.toSorted((a, b) => a.offset - b.offset)
      return [location, { inOrder, longest: largest(those.map(({ access }) => bytesOf(access))) }] as const
    }),
  )
  return (access) => {
    const found = new Set<MemoryEvent>()
    for (const { location, offset } of access.places) {
      const { inOrder, longest } = at.get(location) ?? { inOrder: [], longest: 0 }
      let low = 0
      for (let high = inOrder.length; low < high; ) {
        const middle = (low + high) >>> 1
        if (must(inOrder[middle], 'an access').offset + longest <= offset) low = middle + 1
        else high = middle
      }
      for (let i = low; i < inOrder.length; i++) {
        const other = must(inOrder[i], 'an access')
        if (other.offset >= offset + bytesOf(access)) break
        found.add(other.access)
      }
    }
    return [...found].toSorted((a, b) => a.id - b.id)
  }
}

/** Returns the overlap of two accesses that begin at these places and have these numbers of bytes. */
export type Related = (p: AccessPlace, q: AccessPlace, bytes: number, others: number) => boolean

/** Returns the condition that two accesses are at places with this relation. */
export function together(a: MemoryEvent, b: MemoryEvent, related: Related): Predicate {
  const [bytes, others] = [bytesOf(a), bytesOf(b)]
  let union: Predicate = never
  for (const p of a.places)
    for (const q of b.places)
      if (related(p, q, bytes, others)) union = either(union, a === b ? p.when : both(p.when, q.when))
  return union
}

/** Holds if they have a byte in common. */
export const overlapping: Related = (p, q, bytes, others) =>
  p.location === q.location && p.offset < q.offset + others && q.offset < p.offset + bytes

/** Holds if they have a byte in common at one virtual address. */
export const overlappingAtAddress: Related = (p, q, bytes, others) =>
  p.address === q.address && overlapping(p, q, bytes, others)

/** Holds if they have all their bytes in common. */
export const complete: Related = (p, q, bytes, others) =>
  p.location === q.location && p.offset === q.offset && bytes === others

/** Holds if they have some bytes in common, but not all. */
export const partial: Related = (p, q, bytes, others) =>
  overlapping(p, q, bytes, others) && !complete(p, q, bytes, others)
