/**
 * Asynchronous copies piece by piece: the largest ranges of bytes that no other access and no question splits. Bytes
 * that nothing else accesses are left out, and those that an ordinary access reads and nothing else writes.
 */

import { groupBy } from '../../../source/group.js'
import { must } from '../../../source/must.js'
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
  /** True if its thread reads the bytes in program order, and they go nowhere: only a write can tell. */
  readonly ordinary?: true
}

/** Some bytes of a copy, by their first byte. */
interface Piece {
  readonly at: number
  readonly bytes: number
}

/** The division of copies, by their key. */
export type Pieces = ReadonlyMap<string, readonly Piece[]>

/** Bytes that an access or a question has; without a kind, both count as writes. */
export interface Touched extends Cell {
  readonly kind?: 'read' | 'write'
}

/** Returns the pieces of copies, given the ranges that other accesses and questions have. */
export function piecesOf(extents: readonly Extent[], ranges: readonly Touched[]): Pieces {
  const bounds = new Map(
    [...boundsOf(extents, ranges)].map(([location, all]) => [location, [...all].toSorted((a, b) => a - b)]),
  )
  const segments = extents.flatMap((extent) => {
    // A read is split in the same way on both sides, and therefore in each destination.
    const [to] = extent.to
    const inside = within(bounds.get(to.location) ?? [], to.offset, extent.bytes)
      .map((bound) => bound - to.offset)
      .filter((at) => at % (extent.element ?? 1) === 0)
    return inside.map((at, i) => ({ extent, at, bytes: (inside[i + 1] ?? extent.bytes) - at }))
  })
  const uses = new Map<string, Use>()
  const spansOf = ({ location, offset }: Spot, bytes: number): readonly string[] =>
    within(bounds.get(location) ?? [], offset, bytes).map((bound) => `${location} ${bound}`)
  const use = (spot: Spot, bytes: number, instruction: string, writes: boolean): void => {
    for (const span of spansOf(spot, bytes)) {
      const { all, writing } = uses.get(span) ?? { all: new Set(), writing: new Set() }
      uses.set(span, { all: all.add(instruction), writing: writes ? writing.add(instruction) : writing })
    }
  }
  // No instruction has the empty name.
  for (const { kind, bytes, ...spot } of ranges) use(spot, bytes, '', kind !== 'read')
  for (const { extent, at, bytes } of segments) {
    for (const to of extent.to) use(shifted(to, at), bytes, extent.instruction, extent.ordinary !== true)
    if (at < extent.read) use(shifted(extent.from, at), bytes, extent.instruction, false)
  }
  const isUsed = (by: Extent, spot: Spot, bytes: number): boolean =>
    spansOf(spot, bytes).some((span) => {
      const { all, writing } = must(uses.get(span), 'the use by itself')
      const others = by.ordinary ? writing : all
      return others.size > (others.has(by.instruction) ? 1 : 0)
    })
  const used = segments.filter(
    ({ extent, at, bytes }) =>
      extent.to.some((to) => isUsed(extent, shifted(to, at), bytes)) ||
      (at < extent.read && isUsed(extent, shifted(extent.from, at), bytes)),
  )
  const byKey = groupBy(used, ({ extent }) => extent.key)
  return new Map(extents.map(({ key }) => [key, (byKey.get(key) ?? []).map(({ at, bytes }) => ({ at, bytes }))]))
}

/** The instructions that have some bytes, and those of them that write them. */
interface Use {
  readonly all: Set<string>
  readonly writing: Set<string>
}

/** Returns those of these numbers, which are in order, that are from a first one on and before its end. */
function within(numbers: readonly number[], first: number, length: number): readonly number[] {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) < first) from = middle + 1
    else to = middle
  }
  let end = from
  while (end < numbers.length && (numbers[end] ?? 0) < first + length) end++
  return numbers.slice(from, end)
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
  const copies = extents.filter((extent) => extent.ordinary !== true)
  for (let bound = open.pop(); bound !== undefined; bound = open.pop())
    for (const { from, to: all, bytes, read } of copies)
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
