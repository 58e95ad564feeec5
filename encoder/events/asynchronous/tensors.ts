/** Tiles of tensors as ranges of bytes (ISA, Tensors). */

import type { Tensor } from '../../../litmus/program.js'

/** Bytes of a tile that follow each other both in the tile and in the tensor, or that are outside of the tensor. */
export interface TileRange {
  /** The offset in the tile, in bytes; a tile in shared memory has no gaps. */
  readonly at: number
  readonly bytes: number
  /** The offset in the tensor, in bytes; undefined outside of it. */
  readonly tensorOffset: number | undefined
}

/** Returns the bytes of the tile that begins at these coordinates, in order; an element has `element` bytes. */
export function rangesOfTile(
  { sizes, box }: Pick<Tensor, 'sizes' | 'box'>,
  coordinates: readonly number[],
  element: number,
): readonly TileRange[] {
  const [size = 1, ...outerSizes] = sizes
  const [width = 1, ...outerBox] = box
  const [first = 0, ...outer] = coordinates
  const left = Math.min(width, Math.max(0, -first))
  const right = Math.max(left, Math.min(width, size - first))
  const rows = outerBox.reduce((product, one) => product * one, 1)
  const ranges = Array.from({ length: rows }, (_, row): readonly TileRange[] => {
    const start = rowAt(row, outerBox, outerSizes, outer)
    const part = (from: number, to: number, inside: boolean): readonly TileRange[] =>
      from >= to
        ? []
        : [
            {
              at: (row * width + from) * element,
              bytes: (to - from) * element,
              tensorOffset: inside && start !== undefined ? (start * size + first + from) * element : undefined,
            },
          ]
    return [...part(0, left, false), ...part(left, right, true), ...part(right, width, false)]
  }).flat()
  return joined(ranges)
}

/**
 * Returns the bytes of rows of a tensor of two dimensions, each of which begins at the first coordinate: a bounding box
 * of one row for each of the other coordinates, one after the other in the tile (ISA 5.5.3.4).
 */
export function rangesOfRows(
  { sizes, box: [width = 1] }: Pick<Tensor, 'sizes' | 'box'>,
  [column = 0, ...rows]: readonly number[],
  element: number,
): readonly TileRange[] {
  const ofRow = (row: number, i: number): readonly TileRange[] =>
    rangesOfTile({ sizes, box: [width, 1] }, [column, row], element).map((range) => ({
      ...range,
      at: range.at + i * width * element,
    }))
  return joined(rows.flatMap(ofRow))
}

/** Returns the row of the tensor for a row of the tile; undefined if it is outside. */
function rowAt(
  row: number,
  box: readonly number[],
  sizes: readonly number[],
  coordinates: readonly number[],
): number | undefined {
  let rest = row
  let rowIndex = 0
  let below = 1
  for (const [i, width] of box.entries()) {
    const at = (coordinates[i] ?? 0) + (rest % width)
    const size = sizes[i] ?? 1
    if (at < 0 || at >= size) return undefined
    rest = Math.floor(rest / width)
    rowIndex += at * below
    below *= size
  }
  return rowIndex
}

/** Returns the ranges, with adjacent ones joined. */
function joined(ranges: readonly TileRange[]): readonly TileRange[] {
  const tileRanges: TileRange[] = []
  for (const range of ranges) {
    const last = tileRanges.at(-1)
    const follows =
      last !== undefined &&
      (last.tensorOffset === undefined
        ? range.tensorOffset === undefined
        : last.tensorOffset + last.bytes === range.tensorOffset)
    if (last !== undefined && follows) tileRanges[tileRanges.length - 1] = { ...last, bytes: last.bytes + range.bytes }
    else tileRanges.push(range)
  }
  return tileRanges
}
