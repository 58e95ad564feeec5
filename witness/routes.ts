/**
 * The ways that edges take between boxes that stand in columns and rows. Between columns there are gutters, between rows corridors, and
 * no box stands in either: an edge that keeps to them runs through no label.
 */

import { match } from 'ts-pattern'

/** Where a box stands: in a column and a row, or among the initial writes above all columns. */
export type Slot =
  | { readonly kind: 'cell'; readonly column: number; readonly row: number }
  | { readonly kind: 'initial'; readonly index: number }

export type Side = 'left' | 'right' | 'bottom'

/** A line of its own, by its number: in a gutter (gutter i is left of column i) or in a corridor (corridor i is above row i). */
export type Lane = { readonly kind: 'gutter' | 'corridor'; readonly index: number; readonly lane: number }

export interface Route {
  readonly from: Side
  readonly to: Side
  /**
   * `bow`: out of a side and back into it; `across`: through one gutter, to the next column; `around`: along lanes, alternately in a
   * gutter and in a corridor.
   */
  readonly way:
    | { readonly kind: 'bow'; readonly lane: Lane }
    | { readonly kind: 'across' }
    | { readonly kind: 'around'; readonly lanes: readonly Lane[] }
}

export interface Routes {
  readonly routes: readonly Route[]
  /** How many lanes a gutter or corridor must have. */
  readonly lanes: (kind: Lane['kind'], index: number) => number
}

/** A route for each edge, from box to box; no two share a lane. `columns` is how many there are. */
export function findRoutes(
  edges: readonly { readonly from: Slot; readonly to: Slot }[],
  columns: number,
  columnNear: (initial: number) => number,
): Routes {
  const used = new Map<string, number>()
  const take = (kind: Lane['kind'], index: number): Lane => {
    const key = `${kind} ${index}`
    const lane = used.get(key) ?? 0
    used.set(key, lane + 1)
    return { kind, index, lane }
  }
  const route = ({ from, to }: { readonly from: Slot; readonly to: Slot }): Route =>
    match({ from, to })
      .returnType<Route>()
      .with({ from: { kind: 'cell' }, to: { kind: 'cell' } }, ({ from, to }) => {
        if (from.column === to.column) {
          const side = from.column === 0 ? 'left' : 'right'
          const lane = take('gutter', side === 'left' ? 0 : from.column + 1)
          return { from: side, to: side, way: { kind: 'bow', lane } }
        }
        const rightward = from.column < to.column
        const sides = rightward ? ({ from: 'right', to: 'left' } as const) : ({ from: 'left', to: 'right' } as const)
        if (Math.abs(from.column - to.column) === 1) return { ...sides, way: { kind: 'across' } }
        const lanes = [
          take('gutter', rightward ? from.column + 1 : from.column),
          take('corridor', to.row < from.row ? from.row : from.row + 1),
          take('gutter', rightward ? to.column : to.column + 1),
        ]
        return { ...sides, way: { kind: 'around', lanes } }
      })
      .with({ from: { kind: 'initial' }, to: { kind: 'initial' } }, () => ({
        from: 'bottom',
        to: 'bottom',
        way: { kind: 'around', lanes: [take('corridor', 0)] },
      }))
      .with({ from: { kind: 'initial' } }, ({ from, to }) => {
        const [side, gutter] = gutterBeside(to, columnNear(from.index), columns)
        const lanes = [take('corridor', 0), take('gutter', gutter)]
        return { from: 'bottom', to: side, way: { kind: 'around', lanes } }
      })
      .with({ to: { kind: 'initial' } }, ({ from, to }) => {
        const [side, gutter] = gutterBeside(from, columnNear(to.index), columns)
        const lanes = [take('gutter', gutter), take('corridor', 0)]
        return { from: side, to: 'bottom', way: { kind: 'around', lanes } }
      })
      .exhaustive()
  return { routes: edges.map(route), lanes: (kind, index) => used.get(`${kind} ${index}`) ?? 0 }
}

/** The side of a box that looks towards a column, and the gutter there. */
const gutterBeside = (slot: Slot, near: number, columns: number): readonly [side: 'left' | 'right', gutter: number] => {
  if (slot.kind === 'initial') return ['left', 0]
  const left = slot.column === columns - 1 ? near < slot.column : near <= slot.column
  return left ? ['left', slot.column] : ['right', slot.column + 1]
}
