/** Edges as lines and curves, once it is known where boxes and lanes lie. */

import { groupBy } from '../source/group.js'
import type { Lane, Route, Side, Slot } from './routes.js'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Rectangle extends Point {
  readonly width: number
  readonly height: number
}

/** Straight to a point, or to it by way of two control points, as in SVG. */
export type Step =
  | { readonly kind: 'line'; readonly to: Point }
  | { readonly kind: 'curve'; readonly controls: readonly [Point, Point]; readonly to: Point }

export interface Edge {
  readonly relation: string
  readonly from: number
  readonly to: number
  readonly start: Point
  readonly steps: readonly Step[]
}

/** From a box to the one below it. */
export function straightDown(
  { relation, from, to }: Omit<Edge, 'start' | 'steps'>,
  rectangle: (slot: Slot) => Rectangle,
  slots: ReadonlyMap<number, Slot>,
): Edge {
  const [above, below] = [from, to].map((id) => rectangle(slots.get(id) ?? { kind: 'initial', index: 0 }))
  const x = (above?.x ?? 0) + (above?.width ?? 0) / 2
  const start = { x, y: (above?.y ?? 0) + (above?.height ?? 0) }
  return { relation, from, to, start, steps: [{ kind: 'line', to: { x, y: below?.y ?? 0 } }] }
}

export interface Routed {
  readonly relation: string
  readonly from: number
  readonly to: number
  readonly slots: { readonly from: Slot; readonly to: Slot }
  readonly route: Route | undefined
}

/** The edges on their routes. The ends at one side of a box are spread over it, in the order of where they lead. */
export function drawn(
  edges: readonly Routed[],
  rectangle: (slot: Slot) => Rectangle,
  laneAt: (lane: Lane) => number,
): readonly Edge[] {
  const ends = edges.flatMap(({ route, slots, from, to }, edge) =>
    route === undefined
      ? []
      : [
          { edge, end: 'from' as const, event: from, side: route.from, other: rectangle(slots.to), slot: slots.from },
          { edge, end: 'to' as const, event: to, side: route.to, other: rectangle(slots.from), slot: slots.to },
        ],
  )
  const ports = new Map<string, Point>()
  for (const group of groupBy(ends, ({ event, side }) => `${event} ${side}`).values()) {
    const key = ({ other, side }: (typeof group)[number]) => (side === 'bottom' ? other.x : other.y)
    for (const [i, { edge, end, side, slot }] of group.toSorted((a, b) => key(a) - key(b)).entries())
      ports.set(`${edge} ${end}`, portOf(rectangle(slot), side, (i + 1) / (group.length + 1)))
  }
  return edges.flatMap(({ relation, from, to, route }, edge) => {
    const [start, end] = [ports.get(`${edge} from`), ports.get(`${edge} to`)]
    if (route === undefined || start === undefined || end === undefined) return []
    return [{ relation, from, to, start, steps: stepsOf(route, start, end, laneAt) }]
  })
}

const apart = 3

/** Those at opposite sides are a little apart, so that two edges which meet in a gutter are not taken for one. */
const portOf = ({ x, y, width, height }: Rectangle, side: Side, part: number): Point => {
  switch (side) {
    case 'left':
      return { x, y: y + height * part - apart }
    case 'right':
      return { x: x + width, y: y + height * part + apart }
    case 'bottom':
      return { x: x + width * part, y: y + height }
  }
}

function stepsOf({ way }: Route, start: Point, end: Point, laneAt: (lane: Lane) => number): readonly Step[] {
  switch (way.kind) {
    case 'bow': {
      // A cubic curve reaches three quarters of the way to its control points.
      return [levelCurve(start, end, start.x + ((laneAt(way.lane) - start.x) * 4) / 3)]
    }
    case 'across':
      return [levelCurve(start, end, (start.x + end.x) / 2)]
    case 'around': {
      const corners: Point[] = []
      let at = start
      for (const lane of way.lanes) {
        at = lane.kind === 'gutter' ? { x: laneAt(lane), y: at.y } : { x: at.x, y: laneAt(lane) }
        corners.push(at)
      }
      const last = way.lanes.at(-1)
      corners.push(last?.kind === 'gutter' ? { x: at.x, y: end.y } : { x: end.x, y: at.y }, end)
      return rounded([start, ...corners])
    }
  }
}

/** A curve that leaves and arrives level, drawn towards an x. */
const levelCurve = (start: Point, end: Point, x: number): Step => ({
  kind: 'curve',
  controls: [
    { x, y: start.y },
    { x, y: end.y },
  ],
  to: end,
})

const radius = 7

/** Straight from point to point, with round corners. */
function rounded(points: readonly Point[]): readonly Step[] {
  return points.slice(1).flatMap((corner, i): readonly Step[] => {
    const [before, after] = [points[i], points[i + 2]]
    if (before === undefined || after === undefined) return [{ kind: 'line', to: corner }]
    const [from, to] = [towards(corner, before), towards(corner, after)]
    return [
      { kind: 'line', to: from },
      { kind: 'curve', controls: [corner, corner], to },
    ]
  })
}

/** A point near a corner, towards another, at most half of the way. */
function towards(corner: Point, other: Point): Point {
  const distance = Math.hypot(other.x - corner.x, other.y - corner.y)
  const part = distance === 0 ? 0 : Math.min(radius / distance, 0.5)
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part }
}
