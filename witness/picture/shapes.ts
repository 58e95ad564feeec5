/** The shapes of a picture, in pixels. */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Rectangle extends Point {
  readonly width: number
  readonly height: number
}

export interface Label extends Rectangle {
  readonly text: string
  readonly kind: 'title' | 'heading' | 'source' | 'effect' | 'note'
}

export interface Box extends Rectangle {
  readonly kind: 'event' | 'asynchronous' | 'unexecuted' | 'folded' | 'cta' | 'gpu'
}

/** The box of an event, with its text. */
export interface Node {
  readonly events: readonly number[]
  readonly box: Box
  readonly labels: readonly Label[]
}

/** A straight line to a point, or a curve with two control points, as in SVG. */
export type Segment =
  | { readonly kind: 'line'; readonly to: Point }
  | { readonly kind: 'curve'; readonly controls: readonly [Point, Point]; readonly to: Point }

/** The meaning of an edge: the relation leads from one event to the other. */
export interface Arrow {
  readonly relation: string
  readonly from: number
  readonly to: number
}

export interface Edge extends Arrow {
  readonly start: Point
  readonly segments: readonly Segment[]
}

export interface Picture {
  readonly width: number
  readonly height: number
  /** Around the columns of CTAs and GPUs. */
  readonly frames: readonly Box[]
  readonly nodes: readonly Node[]
  /** A shape that is not in the box of an event. */
  readonly labels: readonly Label[]
  readonly edges: readonly Edge[]
  /** A line for each relation of the edges, with its name beside it. */
  readonly legend: readonly LegendEntry[]
}

export interface LegendEntry {
  readonly relation: string
  readonly line: readonly [Point, Point]
  readonly label: Label
}
