import { alignmentOf } from '../../../../encoder/events/memory/layout.js'
import { arrangementsOf, type Extent, startsOf } from '../../../../encoder/events/memory/starts.js'

const allocation = (bytes: bigint): Extent => ({ bytes, alignment: alignmentOf({}) })
const aligned = (bytes: bigint, alignment: bigint): Extent => ({ bytes, alignment })

/** Returns the starts in each arrangement. */
const all = (objects: readonly Extent[]) => arrangementsOf(objects.length).map((one) => startsOf(objects, one))

const sizes = [1n, 4n, 300n, 4096n, 262_144n]

test.each([1, 2, 3, 4, 9, 30])('%i objects have their alignment, and are apart', (count) => {
  const objects = Array.from({ length: count }, (_, i) => ({
    bytes: sizes[i % sizes.length] ?? 1n,
    alignment: 1n << BigInt((i * 5) % 12),
  }))
  for (const starts of all(objects)) {
    const placed = objects.map((one, i) => ({ ...one, start: starts[i] ?? 0n }))
    for (const { start, bytes, alignment } of placed) {
      expect(start % alignment).toBe(0n)
      expect(start).toBeGreaterThanOrEqual(1024n)
      expect(start + bytes).toBeLessThan(1n << 32n)
    }
    const sorted = placed.toSorted((a, b) => (a.start < b.start ? -1 : 1))
    for (const [i, { start }] of sorted.entries()) {
      const before = sorted[i - 1]
      if (before !== undefined) expect(start).toBeGreaterThan(before.start + before.bytes)
    }
  }
})

test('the first arrangement aligns an object to no more than it says, the second to all that it can', () => {
  const objects = [aligned(16n, 4n), aligned(16n, 8n)]
  expect(startsOf(objects, 0).map((start, i) => start % (2n * (objects[i]?.alignment ?? 0n)))).toEqual([4n, 8n])
  expect(startsOf(objects, 1).map((start) => start % 256n)).toEqual([0n, 0n])
})

test.each([3, 4, 9])('any three of %i objects lie in each order', (count) => {
  const found = all(Array.from({ length: count }, () => allocation(4n)))
  const indices = Array.from({ length: count }, (_, i) => i)
  for (const a of indices)
    for (const b of indices.slice(a + 1))
      for (const c of indices.slice(b + 1)) {
        const orders = found.map((starts) =>
          [a, b, c].toSorted((i, j) => ((starts[i] ?? 0n) < (starts[j] ?? 0n) ? -1 : 1)),
        )
        expect(new Set(orders.map(String)).size).toBe(6)
      }
})

describe('each bit that a program may not rely on differs', () => {
  const bitsIn = (numbers: readonly bigint[], bits: readonly number[]) =>
    bits.filter((bit) => new Set(numbers.map((one) => (one >> BigInt(bit)) & 1n)).size === 1)
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

  test('of addresses of allocations', () => {
    const found = all([allocation(4n), allocation(4n), allocation(4n)])
    for (const i of [0, 1, 2])
      expect(
        bitsIn(
          found.map((starts) => starts[i] ?? 0n),
          range(8, 32),
        ),
      ).toEqual([])
  })

  test('of addresses with a declared alignment', () => {
    const found = all([aligned(4n, 4n), aligned(4n, 4n), aligned(4n, 4n)])
    for (const i of [0, 1, 2])
      expect(
        bitsIn(
          found.map((starts) => starts[i] ?? 0n),
          range(2, 32),
        ),
      ).toEqual([])
  })

  test('of distances of two', () => {
    const distances = all([allocation(4n), allocation(4n)]).map(([a = 0n, b = 0n]) => (a < b ? b - a : a - b))
    expect(bitsIn(distances, range(8, 24))).toEqual([])
  })
})

test('an object may be right before one with a greater alignment, or right after it', () => {
  for (const objects of [
    [aligned(4n, 4n), allocation(300n)],
    [allocation(300n), aligned(4n, 4n)],
  ]) {
    const [first, second] = [
      objects.findIndex(({ bytes }) => bytes === 4n),
      objects.findIndex(({ bytes }) => bytes > 4n),
    ]
    const distances = all(objects).map((starts) => (starts[first] ?? 0n) - (starts[second] ?? 0n))
    expect(distances).toContain(-8n)
    expect(distances).toContain(304n)
  }
})

test('distances of allocations are 256 bytes at least, those of other objects may be less', () => {
  const nearest = (objects: readonly Extent[]) =>
    all(objects)
      .map(([a = 0n, b = 0n]) => (a < b ? b - a : a - b))
      .reduce((least, one) => (one < least ? one : least))
  expect(nearest([allocation(4n), allocation(4n)])).toBeGreaterThanOrEqual(256n)
  expect(nearest([aligned(4n, 4n), aligned(4n, 4n)])).toBeLessThan(32n)
})

test.each([0, 1])('a large first object is within its window in arrangement %s', (arrangement) => {
  const large = { bytes: 36864n, alignment: 1024n }
  const [start = 0n] = startsOf([large, { bytes: 4n, alignment: 4n }], arrangement)
  expect(start % large.alignment).toBe(0n)
  expect(start + large.bytes <= 1n << 32n).toBe(true)
})
