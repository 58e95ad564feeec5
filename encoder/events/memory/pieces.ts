/**
 * Asynchronous copies piece by piece: the largest ranges of bytes that no other access and no question splits. Bytes
 * that nothing else accesses are left out.
 */

import { groupBy } from '../../../source/group.js'
import type { AccessPlace, Cell } from '../graph/event.js'

type Spot = Pick<AccessPlace, 'location' | 'offset'>

/** Bytes that an instruction copies: all of them, or a contiguous part. */
export interface Extent {
  /** The instruction, and the rounds of the loops around it. */
  readonly instruction: string
  /** The key, with the number of the extent among those of the instruction. */
  readonly key: string
  readonly from: Spot
  /** Several, if it copies into several CTAs. */
  readonly to: readonly [Spot, ...Spot[]]
  readonly bytes: number
  /** The number of bytes that are read; the bytes after them become 0. */
  readonly read: number
  /** The bytes of an element, if each element is one access: none of them is split. */
  readonly element: number | undefined
}

/** Some bytes of a copy, by their first byte. */
interface Piece {
  readonly at: number
  readonly bytes: number
}

/** The division of copies, by their key. */
export type Pieces = ReadonlyMap<string, readonly Piece[]>

/** Returns the pieces of copies, given the ranges that other accesses and questions have. */
export function piecesOf(extents: readonly Extent[], ranges: readonly Cell[]): Pieces {
  const bounds = boundsOf(extents, ranges)
  const segments = extents.flatMap((extent) => {
    // A read is split in the same way on both sides, and therefore in each destination.
    const [to] = extent.to
    const inside = [...(bounds.get(to.location) ?? [])]
      .map((bound) => bound - to.offset)
      .filter((at) => at >= 0 && at < extent.bytes && at % (extent.element ?? 1) === 0)
      .toSorted((a, b) => a - b)
    return inside.map((at, i) => ({ extent, at, bytes: (inside[i + 1] ?? extent.bytes) - at }))
  })
  const uses = groupBy(
    [
      ...ranges.map((range) => ({ ...range, by: undefined })),
      ...segments.flatMap(({ extent, at, bytes }) => [
        ...extent.to.map((to) => ({ ...shifted(to, at), bytes, by: extent })),
        ...(at < extent.read ? [{ ...shifted(extent.from, at), bytes, by: extent }] : []),
      ]),
    ],
    ({ location }) => location,
  )
  const isUsed = (by: Extent, { location, offset }: Spot, bytes: number): boolean =>
    (uses.get(location) ?? []).some(
      (use) => use.by?.instruction !== by.instruction && use.offset < offset + bytes && offset < use.offset + use.bytes,
    )
  const used = segments.filter(
    ({ extent, at, bytes }) =>
      extent.to.some((to) => isUsed(extent, shifted(to, at), bytes)) ||
      (at < extent.read && isUsed(extent, shifted(extent.from, at), bytes)),
  )
  const byKey = groupBy(used, ({ extent }) => extent.key)
  return new Map(extents.map(({ key }) => [key, (byKey.get(key) ?? []).map(({ at, bytes }) => ({ at, bytes }))]))
}

/** Returns all bytes of each copy in one piece. */
export const wholePieces = (extents: readonly Extent[]): Pieces =>
  new Map(
    extents.map(({ key, bytes, read }) => [
      key,
      [
        { at: 0, bytes: Math.min(read, bytes) },
        { at: read, bytes: bytes - read },
      ].filter((piece) => piece.bytes > 0),
    ]),
  )

/** Returns the ranges that the pieces of copies read and write. */
export const rangesOfPieces = (extents: readonly Extent[], pieces: Pieces): readonly Cell[] =>
  extents.flatMap((extent) =>
    (pieces.get(extent.key) ?? []).flatMap(({ at, bytes }) => [
      ...extent.to.map((to) => ({ ...shifted(to, at), bytes })),
      ...(at < extent.read ? [{ ...shifted(extent.from, at), bytes }] : []),
    ]),
  )

export const shifted = ({ location, offset }: Spot, by: number): Spot => ({ location, offset: offset + by })

/**
 * Returns where memory is split, by location: each bound of the bytes that a copy writes is also a bound of those that
 * it reads, and vice versa.
 */
function boundsOf(extents: readonly Extent[], ranges: readonly Cell[]): ReadonlyMap<number, ReadonlySet<number>> {
  const bounds = new Map<number, Set<number>>()
  const open: Spot[] = []
  const add = (spot: Spot): void => {
    const there = bounds.get(spot.location) ?? new Set()
    bounds.set(spot.location, there)
    if (there.has(spot.offset)) return
    there.add(spot.offset)
    open.push(spot)
  }
  for (const range of ranges) for (const by of [0, range.bytes]) add(shifted(range, by))
  for (const { from, to: all, bytes, read, element } of extents) {
    for (const by of [0, read]) add(shifted(from, by))
    for (const to of all) {
      for (const by of [0, bytes, read]) add(shifted(to, by))
      if (element !== undefined) for (let by = 0; by < bytes; by += element) add(shifted(to, by))
    }
  }
  for (let bound = open.pop(); bound !== undefined; bound = open.pop())
    for (const { from, to: all, bytes, read } of extents)
      for (const [side, other] of all.flatMap(
        (to) =>
          [
            [from, to],
            [to, from],
          ] as const,
      )) {
        const at = bound.offset - side.offset
        const most = side === from ? read : bytes
        if (bound.location === side.location && at > 0 && at < most && at < read) add(shifted(other, at))
      }
  return bounds
}
