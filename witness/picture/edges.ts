/** Edges as lines and curves, given the places of boxes and lanes. */

import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import type { Lane, Route, Side } from './routes.js'
import type { Arrow, Edge, Point, Rectangle, Segment } from './shapes.js'

/** Draws an edge from a box to the one below it. */
export function straightDown({ relation, from, to }: Arrow, boxOf: (event: number) => Rectangle): Edge {
  const [above, below] = [boxOf(from), boxOf(to)]
  const x = above.x + above.width / 2
  const start = { x, y: above.y + above.height }
  return { relation, from, to, start, segments: [{ kind: 'line', to: { x, y: below.y } }] }
}

/**
 * The point where an edge meets a box. Ends at one side of a box are sorted by rank, and those of equal rank by place.
 */
interface End {
  readonly side: Side
  readonly box: Rectangle
  readonly rank: number
  readonly place: number
}

/** Returns the edges on their routes. The ends at one side of a box are spread over it, ordered by where they lead. */
export function drawn(
  edges: readonly (Arrow & { readonly route: Route })[],
  boxOf: (event: number) => Rectangle,
  laneAt: (lane: Lane) => number,
): readonly Edge[] {
  const ended = edges.map(({ relation, from, to, route }) => {
    const [box, other] = [boxOf(from), boxOf(to)]
    const start: End = { side: route.from, box, ...orderOf(route.from, route.way, [box, other], laneAt) }
    const end: End = { side: route.to, box: other, ...orderOf(route.to, backwards(route.way), [other, box], laneAt) }
    return { relation, from, to, route, start, end }
  })
  const ports = portsOf(ended.flatMap(({ start, end }) => [start, end]))
  const portOf = (end: End): Point => must(ports.get(end), 'a place for each end of an edge')
  return ended.map(({ relation, from, to, route, start, end }) => ({
    relation,
    from,
    to,
    start: portOf(start),
    segments: segmentsOf(route, portOf(start), portOf(end), laneAt),
  }))
}

function portsOf(ends: readonly End[]): ReadonlyMap<End, Point> {
  const groups = [...groupBy(ends, ({ box, side }) => `${box.x} ${box.y} ${side}`).values()]
  return new Map(
    groups.flatMap((group) =>
      group
        .toSorted((a, b) => a.rank - b.rank || a.place - b.place)
        .map((end, i) => [end, pointAt(end.box, end.side, (i + 1) / (group.length + 1))] as const),
    ),
  )
}

const backwards = (way: Route['way']): Route['way'] =>
  way.kind === 'around' ? { ...way, lanes: way.lanes.toReversed() } : way

/**
 * Returns the order of an end among those at its side of a box, so that edges which turn beside the box do not cross
 * there: first those that turn up, the nearest lane first, then those that go across, then those that turn down, the
 * nearest lane last.
 */
function orderOf(
  side: Side,
  way: Route['way'],
  [box, other]: readonly [Rectangle, Rectangle],
  laneAt: (lane: Lane) => number,
): Pick<End, 'rank' | 'place'> {
  if (side === 'bottom') return { rank: 0, place: other.x }
  if (way.kind === 'across') return { rank: 0, place: other.y }
  const [lane, next] = way.kind === 'bow' ? [way.lane] : way.lanes
  const away = lane === undefined ? 0 : Math.abs(laneAt(lane) - box.x - (side === 'right' ? box.width : 0))
  const isDown = (next === undefined ? other.y : laneAt(next)) > box.y
  return isDown ? { rank: 1, place: -away } : { rank: -1, place: away }
}

const apart = 3

/** Ends at opposite sides are a little apart, so that two edges that meet in a gutter do not look like one. */
const pointAt = ({ x, y, width, height }: Rectangle, side: Side, part: number): Point => {
  switch (side) {
    case 'left':
      return { x, y: y + height * part - apart }
    case 'right':
      return { x: x + width, y: y + height * part + apart }
    case 'bottom':
      return { x: x + width * part, y: y + height }
  }
}

function segmentsOf({ way }: Route, start: Point, end: Point, laneAt: (lane: Lane) => number): readonly Segment[] {
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

/** Draws a curve that leaves and arrives level, drawn towards an x. */
const levelCurve = (start: Point, end: Point, x: number): Segment => ({
  kind: 'curve',
  controls: [
    { x, y: start.y },
    { x, y: end.y },
  ],
  to: end,
})

const radius = 7

/** Draws a path straight from point to point, with round corners. */
function rounded(points: readonly Point[]): readonly Segment[] {
  return points.slice(1).flatMap((corner, i): readonly Segment[] => {
    const [before, after] = [points[i], points[i + 2]]
    if (before === undefined || after === undefined) return [{ kind: 'line', to: corner }]
    const [from, to] = [towards(corner, before), towards(corner, after)]
    return [
      { kind: 'line', to: from },
      { kind: 'curve', controls: [corner, corner], to },
    ]
  })
}

/** Returns a point near a corner, towards another corner, at most half way. */
function towards(corner: Point, other: Point): Point {
  const distance = Math.hypot(other.x - corner.x, other.y - corner.y)
  const part = distance === 0 ? 0 : Math.min(radius / distance, 0.5)
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part }
}
