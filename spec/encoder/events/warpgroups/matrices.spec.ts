import fc from 'fast-check'
import { footprintOf } from '../../../../encoder/events/warpgroups/matrices.js'
import type { Matrix } from '../../../../litmus/instructions/wgmma.js'

interface Described {
  readonly start: number
  readonly leading: number
  readonly stride: number
  readonly mode: number
}

const descriptorOf = ({ start, leading, stride, mode }: Described): bigint =>
  [start, leading, stride].reduce((sum, bytes, i) => sum | (BigInt(bytes >> 4) << BigInt(16 * i)), BigInt(mode) << 62n)

/**
 * Returns the bytes of all elements, by the canonical layouts of the manual in the notation of CuTe, with the
 * exclusive-or of swizzling.
 */
function bytesOf({ rows, depth, bits, transposed }: Matrix, { start, leading, stride, mode }: Described): Set<number> {
  const bytes = new Set<number>()
  const unit = 128 / bits
  const width = [1, 8, 4, 2][mode] ?? 1
  const swizzled = (address: number): number => address ^ (((address >> 7) & (width - 1)) << 4)
  const size = bits / 8
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < depth; k++) {
      const offset = transposed
        ? mode === 0
          ? (row % unit) * size + Math.floor(row / unit) * stride + (k % 8) * 16 + Math.floor(k / 8) * leading
          : (row % unit) * size +
            (Math.floor(row / unit) % width) * 16 +
            Math.floor(row / (unit * width)) * leading +
            (k % 8) * width * 16 +
            Math.floor(k / 8) * stride
        : (row % 8) * width * 16 +
          Math.floor(row / 8) * stride +
          (k % unit) * size +
          Math.floor(k / unit) * (mode === 0 ? leading : 16)
      for (let byte = 0; byte < size; byte++) bytes.add(swizzled(start + Math.floor(offset)) + byte)
    }
  return bytes
}

const multiple = (of: number, most: number) => fc.integer({ min: 0, max: most }).map((times) => of * times)

test('a footprint contains each element, and nothing else where it is exact', () => {
  const shape = fc.constantFrom(
    { depth: 16, bits: 16 },
    { depth: 8, bits: 32 },
    { depth: 32, bits: 8 },
    { depth: 16, bits: 16, transposed: true },
  )
  fc.assert(
    fc.property(
      shape,
      fc.constantFrom(8, 16, 64),
      fc.record({
        start: multiple(1024, 40),
        leading: multiple(16, 64),
        stride: multiple(16, 128),
        mode: fc.constantFrom(0, 1, 2, 3),
      }),
      ({ transposed = false, ...shape }, rows, described) => {
        // The pattern repeats from row to row, so strides are multiples of it.
        const repeats = described.mode === 0 ? 16 : 1024
        const { leading, stride } = described
        const at = {
          ...described,
          leading: leading - (leading % repeats),
          stride: stride - (stride % repeats),
        }
        const matrix = { rows, transposed, ...shape }
        const footprint = footprintOf(descriptorOf(at), matrix)
        const bytes = bytesOf(matrix, at)
        const inside = (byte: number): boolean =>
          footprint?.ranges.some(({ at, end }) => at <= byte && byte < end) === true
        const size = footprint?.ranges.reduce((sum, { at, end }) => sum + end - at, 0)
        return [...bytes].every(inside) && (footprint?.exact !== true || size === bytes.size)
      },
    ),
    { numRuns: 200, seed: 1 },
  )
})

test('what is exact', () => {
  const matrix: Matrix = { rows: 64, depth: 16, bits: 16, transposed: false }
  const of = (described: Partial<Described>) =>
    footprintOf(descriptorOf({ start: 1024, leading: 128, stride: 256, mode: 0, ...described }), matrix)
  expect(of({})).toMatchObject({ ranges: [{ at: 1024, end: 3072 }], exact: true })
  expect(of({ stride: 512 })).toMatchObject({ ranges: { length: 8 }, exact: true })
  // Parts of rows of 128 bytes count as the rows.
  expect(of({ mode: 1, stride: 1024 })).toMatchObject({ ranges: [{ at: 1024, end: 9216 }], exact: false })
  expect(of({ start: 1056, mode: 1, stride: 1024 })).toMatchObject({ ranges: [{ at: 1024, end: 9216 }], exact: false })
  expect(of({ leading: 16, stride: 32 })).toMatchObject({ ranges: [{ at: 1024, end: 1392 }] })
})

test('rows that are longer than those of the pattern are left open', () => {
  const matrix: Matrix = { rows: 8, depth: 32, bits: 16, transposed: false }
  expect(footprintOf(descriptorOf({ start: 0, leading: 0, stride: 0, mode: 3 }), matrix)).toBeUndefined()
  expect(footprintOf(descriptorOf({ start: 0, leading: 0, stride: 0, mode: 2 }), matrix)).toBeDefined()
})

test('atoms of 32 bytes and absolute addresses are left open', () => {
  const matrix: Matrix = { rows: 8, depth: 16, bits: 16, transposed: false }
  const one = descriptorOf({ start: 0, leading: 128, stride: 256, mode: 0 })
  expect(footprintOf(one, matrix)).toBeDefined()
  expect(footprintOf(one | (1n << 61n), matrix)).toBeUndefined()
  expect(footprintOf(one | (1n << 52n), matrix)).toBeUndefined()
})
