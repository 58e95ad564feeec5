/**
 * Matrices in shared memory: the bytes that a descriptor of `wgmma.mma_async` or `tcgen05` names (ISA, Matrix Descriptor
 * Format, Strides, Canonical Layouts).
 */

import type { Matrix } from '../../../litmus/instructions/wgmma.js'

/** A range of bytes of shared memory, from `at` up to but not including `end`. */
export interface Bytes {
  readonly at: number
  readonly end: number
}

/** The matrix that a descriptor names: its bytes, in order and apart from each other. */
export interface Footprint {
  /** The first byte of the first row. */
  readonly start: number
  /** All bytes that the operation reads, before swizzling moves them within their rows. */
  readonly units: Bytes
  /** The bytes that count as read: more than are read, unless `exact`. */
  readonly ranges: readonly Bytes[]
  readonly exact: boolean
  /** The bytes of the rows within which swizzling moves units; undefined without swizzling. */
  readonly row: number | undefined
}

/** The bytes of a unit: all offsets are multiples, and swizzling moves whole units. */
const unit = 16

/** The rows or columns of a core matrix. */
const core = 8

/** The bytes of shared memory that a descriptor can name. */
export const reach = 1 << 18

/** The most ranges of a matrix; more count as one range, from the first byte to the last. */
const mostRanges = 8

/** The bytes of the rows that units stay in, by the mode of swizzling. */
const rowsBy: readonly (number | undefined)[] = [undefined, 128, 64, 32]

/** Returns the bytes that a matrix has in shared memory; undefined if the manual leaves the layout open. */
export function footprintOf(descriptor: bigint, matrix: Matrix): Footprint | undefined {
  const field = (bit: bigint): number => Number((descriptor >> bit) & 0x3fffn) * unit
  const [start, leading, stride] = [field(0n), field(16n), field(32n)]
  // Atoms of 32 bytes, and absolute addresses, which only `tcgen05` has.
  if (((descriptor >> 61n) & 1n) === 1n || ((descriptor >> 52n) & 1n) === 1n) return undefined
  const row = rowsBy[Number((descriptor >> 62n) & 3n)]
  const offsets = matrix.transposed
    ? byColumns(matrix, { leading, stride, row })
    : byRows(matrix, { leading, stride, row })
  if (offsets === undefined) return undefined
  const sorted = [...new Set(offsets)].toSorted((a, b) => a - b).map((offset) => start + offset)
  const whole = { at: sorted[0] ?? start, end: (sorted.at(-1) ?? start) + unit }
  const containing = (at: number): Bytes => {
    const first = row === undefined ? at : at - (at % row)
    return { at: first, end: first + (row ?? unit) }
  }
  const all = merged(sorted.map(containing))
  const ranges = all.length > mostRanges ? [{ at: all[0]?.at ?? start, end: all.at(-1)?.end ?? start }] : all
  const read = ranges.reduce((sum, { at, end }) => sum + end - at, 0)
  return { start, units: whole, ranges, exact: read === unit * sorted.length, row }
}

interface Strides {
  /** Bytes, from the descriptor: the leading dimension byte offset and the stride dimension byte offset. */
  readonly leading: number
  readonly stride: number
  readonly row: number | undefined
}

/** Returns the offsets of the units of a matrix whose rows are contiguous (K-major). */
function byRows({ rows, depth, bits }: Matrix, { leading, stride, row }: Strides): readonly number[] | undefined {
  const units = (depth * bits) / (8 * unit)
  // The manual says nothing of rows of a matrix that are longer than those of the pattern.
  if (row !== undefined && units * unit > row) return undefined
  const [ofRow, ofUnit] = row === undefined ? [unit, leading] : [row, unit]
  return upTo(rows).flatMap((r) =>
    upTo(units).map((u) => (r % core) * ofRow + Math.floor(r / core) * stride + u * ofUnit),
  )
}

/** Returns the offsets of the units of a matrix whose columns are contiguous (M-major or N-major). */
function byColumns({ rows, depth, bits }: Matrix, { leading, stride, row }: Strides): readonly number[] {
  const units = (rows * bits) / (8 * unit)
  const ofRow = row === undefined ? 1 : row / unit
  const [ofGroup, ofCore] = row === undefined ? [stride, leading] : [leading, stride]
  return upTo(depth).flatMap((k) =>
    upTo(units).map(
      (u) =>
        (u % ofRow) * unit +
        Math.floor(u / ofRow) * ofGroup +
        (k % core) * (row ?? unit) +
        Math.floor(k / core) * ofCore,
    ),
  )
}

const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i)

/** Joins ranges that meet; they come in order. */
function merged(ranges: readonly Bytes[]): readonly Bytes[] {
  const all: Bytes[] = []
  for (const range of ranges.toSorted((a, b) => a.at - b.at)) {
    const last = all.at(-1)
    if (last === undefined || range.at > last.end) all.push(range)
    else all[all.length - 1] = { at: last.at, end: Math.max(last.end, range.end) }
  }
  return all
}
