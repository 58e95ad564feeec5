/** Places the boxes of initial writes: in a row above the threads, or in several. */

import { largest } from '../../source/largest.js'
import type { Rectangle } from './shapes.js'

/** An initial write with the width of its box. `isMet` says that an edge meets it, so that nothing may be below it. */
export interface Initial {
  readonly event: number
  readonly width: number
  readonly isMet: boolean
}

const gap = 18
const between = 8

/** Returns the length of a row, from its first box to its last, including both. */
const lengthOf = (row: readonly Initial[]): number =>
  row.reduce((sum, { width }) => sum + width, 0) + gap * Math.max(0, row.length - 1)

/**
 * Returns one row if there is room. Otherwise, the writes that no edge meets come first, in as many rows as they need.
 */
export function rowsOf(initial: readonly Initial[], room: number): readonly (readonly Initial[])[] {
  if (lengthOf(initial) <= room) return [initial]
  const rows: Initial[][] = []
  for (const one of initial.filter(({ isMet }) => !isMet)) {
    const last = rows.at(-1)
    if (last !== undefined && lengthOf([...last, one]) <= room) last.push(one)
    else rows.push([one])
  }
  const met = initial.filter(({ isMet }) => isMet)
  return met.length === 0 ? rows : [...rows, met]
}

export const widthOfRows = (rows: readonly (readonly Initial[])[]): number => largest(rows.map(lengthOf))

/**
 * Returns the boxes by event, each row in the middle of the room but not left of where it begins; and where they end.
 */
export function initialBoxes(
  rows: readonly (readonly Initial[])[],
  { left, top, right, height }: Readonly<Record<'left' | 'top' | 'right' | 'height', number>>,
): { readonly boxes: readonly (readonly [event: number, box: Rectangle])[]; readonly bottom: number } {
  const boxes = rows.flatMap((row, i) => {
    const start = Math.max(left, (left + right - lengthOf(row)) / 2)
    return row.map(({ event, width }, j) => {
      const before = row.slice(0, j)
      const x = start + lengthOf(before) + (j === 0 ? 0 : gap)
      return [event, { x, y: top + i * (height + between), width, height }] as const
    })
  })
  return { boxes, bottom: top + rows.length * height + (rows.length - 1) * between }
}
