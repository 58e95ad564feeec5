/** Places the columns and rows of a picture, given how many lanes run between them. */

import { must } from '../../source/must.js'
import { line } from './labels.js'
import type { Lane, Routes } from './routes.js'

/** Returns the height of a box. A box of one or two lines has room for two. */
export const boxHeight = (lines: number): number => Math.max(2, lines) * line + 8

/** The space between a column and the first lane of a gutter, with room for the sides of a CTA and a GPU. */
const shoulder = 26
const laneWidth = 9

type Lanes = Routes<unknown>['lanes']

export interface Across<C> {
  readonly columns: readonly (C & { readonly left: number; readonly width: number })[]
  /** The gutters by index: the end and the start of the columns on their sides. */
  readonly gutters: readonly { readonly left: number; readonly right: number }[]
  readonly right: number
}

/** Columns as wide as they must be, gutters as wide as their lanes. */
export function across<C>(
  columns: readonly C[],
  widthOf: (column: C) => number,
  lanes: Lanes,
  margin: number,
): Across<C> {
  const gutters: { readonly left: number; readonly right: number }[] = []
  // Gutters are whole pixels, unlike widths, so their sum is exact.
  let [inGutters, inColumns, end] = [margin, 0, margin]
  const next = (): number => {
    const i = gutters.length
    const outer = i === 0 || i === columns.length
    inGutters += (outer ? 1 : 2) * shoulder + Math.max(outer ? 0 : 24, (lanes('gutter', i) + 1) * laneWidth)
    gutters.push({ left: end, right: inGutters + inColumns })
    return inGutters + inColumns
  }
  const placed = columns.map((column) => {
    const [left, width] = [next(), widthOf(column)]
    inColumns += width
    end = left + width
    return { ...column, left, width }
  })
  return { columns: placed, right: next(), gutters }
}

export interface Down {
  readonly heights: readonly number[]
  /** The top of each row. */
  readonly tops: readonly number[]
  /** The place where each corridor begins. */
  readonly corridors: readonly number[]
  readonly bottom: number
}

/** Returns the height of the corridor of that index. */
export const corridorHeight = (index: number, lanes: Lanes): number => 10 + (lanes('corridor', index) + 1) * laneWidth

/** Lays out rows of those heights with a corridor below each; the first corridor, above them, begins elsewhere. */
export function down(heights: readonly number[], top: number, firstCorridor: number, lanes: Lanes): Down {
  const [tops, corridors] = [[] as number[], [firstCorridor]]
  let bottom = top
  for (const [row, height] of heights.entries()) {
    tops.push(bottom)
    corridors.push(bottom + height)
    bottom += height + corridorHeight(row + 1, lanes)
  }
  return { heights, tops, corridors, bottom }
}

/** Returns the x of a lane in a gutter, the y of one in a corridor. */
export function laneAt(
  one: Lane,
  { gutters }: Pick<Across<unknown>, 'gutters'>,
  { corridors }: Pick<Down, 'corridors'>,
): number {
  if (one.kind === 'corridor')
    return must(corridors[one.index], 'a corridor beside each row') + 9 + (one.lane + 1) * laneWidth
  const { left, right } = must(gutters[one.index], 'a gutter beside each column')
  const away = shoulder + (one.lane + 1) * laneWidth
  return one.beside === 'right' ? right - away : left + away
}
