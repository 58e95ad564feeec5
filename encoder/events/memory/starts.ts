/**
 * Places objects in a window of addresses, in one of several arrangements. Programs may rely on what all arrangements
 * have in common: that each object has its alignment, and that an address computed from that of one object alone is in
 * no other.
 */

import { must } from '../../../source/must.js'
import type { Arrangement } from '../graph/regions.js'

/** The size and the alignment of an object, in bytes. */
export interface Extent {
  readonly bytes: bigint
  readonly alignment: bigint
}

/** The alignment of allocations in bytes, and of each object whose declaration does not say otherwise. */
export const allocated = 256n

/**
 * The offset of the first object from the start of a window. Smaller numbers are not addresses within a state space.
 */
export const lowest = 4n * allocated

/** Returns whether windows have their second numbers, whose bits are the opposite of the first ones. */
export const isMirrored = (arrangement: Arrangement): boolean => arrangement % 2 === 1

/**
 * Returns the arrangements of this many objects. Any three of nine objects lie in every order in some arrangement. In
 * the first half of the arrangements objects are far from each other; the first one has them in the order of their
 * declaration. In the second half, which one object does not need, they are as near as possible: packed upwards in
 * three arrangements, and downwards in three. One arrangement of each half has them a page apart instead.
 */
export const arrangementsOf = (objects: number): readonly Arrangement[] =>
  Array.from({ length: objects === 1 ? orders.length : 2 * orders.length }, (_, i) => i)

/** All orders of three. */
const orders = [
  [0, 1, 2],
  [2, 1, 0],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
] as const

/**
 * The part of a window in which all objects fit: addresses of other CTAs have the bits above (`cluster-addresses.ts`).
 */
const room = 1n << 26n
/** The start of that part in the windows with the second numbers. */
const upper = 0xf800_0000n

/** Returns the first byte of each object, from the start of the window. */
export function startsOf(objects: readonly Extent[], arrangement: Arrangement): readonly bigint[] {
  // Each bit of an address differs from the first arrangement, except those that alignment fixes.
  if (arrangement === 1)
    return startsOf(objects, 0).map((start, i) => down(0xffff_ffffn - start, blockOf(must(objects[i], 'an object'))))
  if (arrangement >= 1.5 * orders.length) return packedDownwards(objects, arrangement)
  const starts = new Map<number, bigint>()
  const isNear = arrangement >= orders.length
  const order = orderOf(objects.length, arrangement)
  const first = objects[order[0] ?? 0]?.bytes ?? 0n
  // The first object, seen from the other end of the window, must end within it.
  const least = first > lowest ? first : lowest
  let free = arrangement === 0 ? least : lowest + (randomOf(arrangement, -1) % shareOf(objects.length))
  for (const [at, i] of order.entries()) {
    const { bytes, alignment } = must(objects[i], 'an object')
    const random = randomOf(arrangement, i)
    const block = blockOf({ alignment })
    const start = isNear ? up(free, alignment) : up(free, block) + lowBits(alignment, arrangement)
    starts.set(i, start + (isMirrored(arrangement) ? upper : 0n))
    const next = objects[order[at + 1] ?? i]
    const end = start + bytes
    // The next object, seen from the other end, must have as much room.
    free = isNear || next === undefined ? end + 1n : end + next.bytes + blockOf(next) + widthOf(objects.length, random)
    const stride = paged.includes(arrangement)
      ? up(bytes + 1n, page)
      : isNear
        ? undefined
        : strideOf(objects.length, arrangement)
    if (stride !== undefined && start + stride > end) free = start + stride
  }
  return objects.map((_, i) => must(starts.get(i), 'a start of each object'))
}

/**
 * Returns the first byte of each object of shared memory if descriptors of matrices name it by the lowest 18 bits of
 * its address (ISA, Matrix Descriptor Format): no two bytes agree in these, as on hardware, which has less memory. The
 * other bits keep objects as far apart as the arrangement has them.
 */
export function startsInReach(objects: readonly Extent[], arrangement: Arrangement): readonly bigint[] {
  const order = orderOf(objects.length, arrangement)
  const starts = new Map<number, bigint>()
  let free = lowest
  for (const [at, i] of order.entries()) {
    const { bytes, alignment } = must(objects[i], 'an object')
    const aligned = up(free, blockOf({ alignment })) + lowBits(alignment, arrangement % orders.length)
    const apart = arrangement < orders.length ? BigInt(at) << reachBits : 0n
    const start = apart + aligned
    starts.set(i, isMirrored(arrangement) ? down(0xffff_ffffn - start - bytes + 1n, alignment) : start)
    // The next object, seen from the other end, has as much room.
    free = aligned + bytes + alignment
  }
  return objects.map((_, i) => must(starts.get(i), 'a start of each object'))
}

/** The bits of an address that a descriptor holds. */
const reachBits = 18n

/** Places each object as near to the next one as it can be, the last of them first. */
function packedDownwards(objects: readonly Extent[], arrangement: Arrangement): readonly bigint[] {
  const starts = new Map<number, bigint>()
  const needed = objects.reduce((sum, { bytes, alignment }) => sum + up(bytes + 1n, page) + alignment, lowest)
  const random = randomOf(arrangement, -1) % shareOf(objects.length)
  let end = needed + random + (isMirrored(arrangement) ? upper : 0n)
  for (const i of orderOf(objects.length, arrangement).toReversed()) {
    const { bytes, alignment } = must(objects[i], 'an object')
    const start = down(end - (paged.includes(arrangement) ? up(bytes + 1n, page) : bytes + 1n), alignment)
    starts.set(i, start)
    end = start
  }
  return objects.map((_, i) => must(starts.get(i), 'a start of each object'))
}

/**
 * Returns the low bits of an address, which are 0 in allocations. In the first arrangement an object is aligned to no
 * more than it says. In the others the bits follow patterns, so that any two neighbouring bits take all four values.
 */
const lowBits = (alignment: bigint, arrangement: Arrangement): bigint =>
  alignment >= allocated ? 0n : (alignment * must(patterns[arrangement], 'a pattern')) % allocated

const patterns = [1n, 0n, 0xaan, 0xffn, 0x55n, 0x33n]

const blockOf = ({ alignment }: Pick<Extent, 'alignment'>): bigint => (alignment < allocated ? allocated : alignment)

/** The arrangements in which objects lie a page apart, or several pages if they are larger. */
const paged: readonly Arrangement[] = [2, 9]
const page = 4096n

/** Returns the share of each object in the room, a power of two. */
function shareOf(objects: number): bigint {
  let share = allocated
  while (2n * share * BigInt(objects + 1) <= room) share *= 2n
  return share
}

/** Returns the bytes between objects, enough that an address computed from one object is hardly ever in another. */
const widthOf = (objects: number, random: bigint): bigint => {
  const half = shareOf(objects) / 2n
  return half + ((random * allocated) % (half + 1n))
}

/** Returns the distance from one object to the next, in two arrangements whose bits are opposite. */
function strideOf(objects: number, arrangement: Arrangement): bigint | undefined {
  if (arrangement === 3) return shareOf(objects) - allocated
  return arrangement === 4 ? shareOf(objects) : undefined
}

/**
 * The maps of each arrangement for the base-3 digits of an object's number: one for the last and every second digit,
 * and one for those between.
 */
const mappings = [0, 1, 4, 5, 3, 2, 1, 1, 3, 2, 2, 0].map((between, i) => [i % orders.length, between] as const)

/**
 * Returns the objects in the order of their addresses. In the first half of the arrangements the first digit of an
 * object's number counts most, in the second half the last. A search found the mappings, by which each three of nine
 * objects lie in each order.
 */
function orderOf(objects: number, arrangement: Arrangement): readonly number[] {
  const mapping = must(mappings[arrangement], 'a mapping').map((one) => must(orders[one], 'an order'))
  const key = (i: number): number => {
    const digits = i.toString(3).padStart(digitsIn(objects), '0').split('').map(Number)
    const mapped = digits.map((digit, at) => mapping[(digits.length - 1 - at) % 2]?.[digit] ?? digit)
    return Number.parseInt((arrangement < orders.length ? mapped : mapped.toReversed()).join(''), 3)
  }
  return Array.from({ length: objects }, (_, i) => i).toSorted((a, b) => key(a) - key(b))
}

const digitsIn = (objects: number): number => Math.max(0, objects - 1).toString(3).length

/** Returns a number that looks random but is the same each time. */
function randomOf(arrangement: Arrangement, object: number): bigint {
  let bits = Math.imul(arrangement * 64 + object + 1, 0x9e37_79b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x85eb_ca6b)
  return BigInt((bits ^ (bits >>> 13)) >>> 0)
}

const up = (value: bigint, multiple: bigint): bigint => ((value + multiple - 1n) / multiple) * multiple

const down = (value: bigint, multiple: bigint): bigint => (value / multiple) * multiple
