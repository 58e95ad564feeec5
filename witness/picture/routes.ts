/**
 * The routes of edges between boxes, which are in columns and rows. Between columns there are gutters, and between rows
 * corridors. No box is in either, so an edge that keeps to them crosses no label.
 */

import { match } from 'ts-pattern'
import { must } from '../../source/must.js'

/** The place of a box: in a column and a row, or among the initial writes above all columns. */
export type Slot =
  | { readonly kind: 'cell'; readonly column: number; readonly row: number }
  | { readonly kind: 'initial'; readonly index: number }

export type Side = 'left' | 'right' | 'bottom'

/**
 * A lane, by its number. Gutter i is left of column i. Its lanes are counted from the column to whose boxes they lead,
 * so that the lanes of one column keep clear of those of the other; corridor i is above row i.
 */
export type Lane =
  | { readonly kind: 'gutter'; readonly index: number; readonly beside: 'left' | 'right'; readonly lane: number }
  | { readonly kind: 'corridor'; readonly index: number; readonly lane: number }

export interface Route {
  readonly from: Side
  readonly to: Side
  /**
   * `bow`: out of a side and back into it; `across`: through one gutter, to the next column; `around`: along lanes,
   * alternately in a gutter and in a corridor.
   */
  readonly way:
    | { readonly kind: 'bow'; readonly lane: Lane }
    | { readonly kind: 'across' }
    | { readonly kind: 'around'; readonly lanes: readonly Lane[] }
}

export interface Routes<E> {
  readonly routed: readonly (E & { readonly route: Route })[]
  /** Returns how many lanes a gutter or corridor must have. */
  readonly lanes: (kind: Lane['kind'], index: number) => number
}

interface Ends {
  readonly from: Slot
  readonly to: Slot
}

/**
 * Returns the edges, each with a route from box to box. No two share a lane, and the shorter has the nearer one.
 * `columns` is the number of columns.
 */
export function findRoutes<E extends { readonly slots: Ends }>(
  edges: readonly E[],
  columns: number,
  columnNear: (initial: number) => number,
): Routes<E> {
  const used = new Map<string, number>()
  const next = (key: string): number => {
    const lane = used.get(key) ?? 0
    used.set(key, lane + 1)
    return lane
  }
  const corridor = (index: number): Lane => ({ kind: 'corridor', index, lane: next(`corridor ${index}`) })
  /** Returns a lane in the gutter on that side of a column. */
  const gutter = (column: number, side: 'left' | 'right'): Lane => {
    // True if the column is on the other side of its gutter.
    const [index, beside] = side === 'left' ? ([column, 'right'] as const) : ([column + 1, 'left'] as const)
    return { kind: 'gutter', index, beside, lane: next(`gutter ${index} ${beside}`) }
  }
  const route = ({ from, to }: Ends): Route =>
    match({ from, to })
      .returnType<Route>()
      .with({ from: { kind: 'cell' }, to: { kind: 'cell' } }, ({ from, to }) => {
        if (from.column === to.column) {
          const side = from.column === 0 ? 'left' : 'right'
          return { from: side, to: side, way: { kind: 'bow', lane: gutter(from.column, side) } }
        }
        const rightward = from.column < to.column
        const sides = rightward ? ({ from: 'right', to: 'left' } as const) : ({ from: 'left', to: 'right' } as const)
        if (Math.abs(from.column - to.column) === 1) return { ...sides, way: { kind: 'across' } }
        const lanes = [
          gutter(from.column, sides.from),
          corridor(to.row < from.row ? from.row : from.row + 1),
          gutter(to.column, sides.to),
        ]
        return { ...sides, way: { kind: 'around', lanes } }
      })
      .with({ from: { kind: 'initial' }, to: { kind: 'initial' } }, () => ({
        from: 'bottom',
        to: 'bottom',
        way: { kind: 'around', lanes: [corridor(0)] },
      }))
      .with({ from: { kind: 'initial' }, to: { kind: 'cell' } }, ({ from, to }) => {
        const side = sideTowards(to.column, columnNear(from.index), columns)
        const lanes = [corridor(0), gutter(to.column, side)]
        return { from: 'bottom', to: side, way: { kind: 'around', lanes } }
      })
      .with({ from: { kind: 'cell' }, to: { kind: 'initial' } }, ({ from, to }) => {
        const side = sideTowards(from.column, columnNear(to.index), columns)
        const lanes = [gutter(from.column, side), corridor(0)]
        return { from: side, to: 'bottom', way: { kind: 'around', lanes } }
      })
      .exhaustive()
  const count = (key: string) => used.get(key) ?? 0
  const routes = new Map(
    edges.toSorted((a, b) => rowsOf(a.slots) - rowsOf(b.slots)).map((one) => [one, route(one.slots)]),
  )
  return {
    routed: edges.map((edge) => ({ ...edge, route: must(routes.get(edge), 'a route for each edge') })),
    lanes: (kind, index) =>
      kind === 'corridor' ? count(`corridor ${index}`) : count(`gutter ${index} left`) + count(`gutter ${index} right`),
  }
}

/** Returns how many rows an edge spans. */
const rowsOf = ({ from, to }: Ends): number => Math.abs(rowOf(from) - rowOf(to))

const rowOf = (slot: Slot): number => (slot.kind === 'cell' ? slot.row : -1)

/** Returns the side of a column that faces another; for the last column, the outer side if the target is above it. */
const sideTowards = (column: number, near: number, columns: number): 'left' | 'right' =>
  near < column || (near === column && column < columns - 1) ? 'left' : 'right'
