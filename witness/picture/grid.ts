/** Places the columns and rows of a picture, given how many lanes run between them. */

import { must } from '../../source/must.js'
import { type Cta, ctaName } from '../columns.js'
import { line } from './labels.js'
import type { Lane, Routes } from './routes.js'

/** Returns the height of a box. A box of one or two lines has room for two. */
export const boxHeight = (lines: number): number => Math.max(2, lines) * line + 8

/** The space between a column and the first lane of a gutter: with room for the sides of a CTA and a GPU, or less. */
const shoulders = { none: 11, cta: 17, gpu: 26 } as const
const laneWidth = 9

type Lanes = Routes<unknown>['lanes']

/** A gutter: where the column on its left ends and the next one begins, and where its lanes do. */
interface Gutter {
  readonly left: number
  readonly right: number
  readonly lanes: { readonly left: number; readonly right: number }
}

export interface Across<C> {
  readonly columns: readonly (C & { readonly left: number; readonly width: number })[]
  readonly gutters: readonly Gutter[]
  readonly right: number
}

/** Columns as wide as they must be, gutters as wide as their lanes. */
export function across<C extends { readonly cta: Cta | undefined }>(
  columns: readonly C[],
  widthOf: (column: C) => number,
  lanes: Lanes,
  margin: number,
): Across<C> {
  const gutters: Gutter[] = []
  // Gutters are whole pixels, unlike widths, so their sum is exact.
  let [inGutters, inColumns, end] = [margin, 0, margin]
  const next = (): number => {
    const i = gutters.length
    const [before, after] = [columns[i - 1], columns[i]]
    const [left, right] = [shoulder(before?.cta, after?.cta), shoulder(after?.cta, before?.cta)]
    const outer = before === undefined || after === undefined
    const room = Math.max(outer ? 0 : 24, (lanes('gutter', i) + 1) * laneWidth)
    inGutters += (before === undefined ? 0 : left) + room + (after === undefined ? 0 : right)
    const at = inGutters + inColumns
    gutters.push({ left: end, right: at, lanes: { left: end + left, right: at - right } })
    return at
  }
  const placed = columns.map((column) => {
    const [left, width] = [next(), widthOf(column)]
    inColumns += width
    end = left + width
    return { ...column, left, width }
  })
  return { columns: placed, right: next(), gutters }
}

/** Returns the space beside a column, which depends on the frames that end between it and the one beside it. */
function shoulder(own: Cta | undefined, beside: Cta | undefined): number {
  if (own === undefined || (beside !== undefined && ctaName(own) === ctaName(beside))) return shoulders.none
  return own.gpu === beside?.gpu ? shoulders.cta : shoulders.gpu
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
  const { left, right } = must(gutters[one.index], 'a gutter beside each column').lanes
  const away = (one.lane + 1) * laneWidth
  return one.beside === 'right' ? right - away : left + away
}
