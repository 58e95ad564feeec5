/**
 * Lays out a picture: threads as columns in program order, inside boxes for their CTA and GPU, initial writes on top, a
 * legend at the bottom.
 */

import type { Witness, WitnessEvent } from '../../report/witness.js'
import { printable } from '../../source/diagnostic.js'
import { largest } from '../../source/largest.js'
import { must } from '../../source/must.js'
import { type BoxEvents, boxesOf, boxFinder, boxTexts } from '../boxes.js'
import { shownColumns, withOperationsBeside } from '../columns.js'
import { drawnRelations } from '../drawn.js'
import {
  besideTexts,
  emptyRelations,
  finalTexts,
  isInitial,
  questionText,
  type ShownRelation,
  titleText,
} from '../labels.js'
import { shownEvents } from '../rounds.js'
import { type Drawn, leftTexts, type Room, type View, viewOf } from '../view.js'
import { drawn, straightDown } from './edges.js'
import { framesOf, titleAlone } from './frames.js'
import { across, boxHeight, corridorHeight, type Down, down, laneAt } from './grid.js'
import { initialBoxes, rowsOf, widthOfRows } from './initial.js'
import { type Folding, folded, labelAt, lengths, line, stacked, widthOf, wrapped } from './labels.js'
import { legendOf } from './legend.js'
import { findRoutes, type Slot } from './routes.js'
import type { Arrow, Box, Label, Node, Picture, Rectangle } from './shapes.js'

const padding = 8
const initialHeight = line + padding
const margin = 16

/** The contents of a column, box by box. */
interface Boxed {
  readonly boxes: readonly BoxEvents[]
}

/** The room of a picture if nothing else is said, and what no picture of an argument exceeds, in pixels. */
const usual: Room = { width: 1050, height: 750 }
const most: Room = { width: 1400, height: 1000 }

/** Returns the part to which a picture must be shrunk to fit a room. */
const fitIn = (room: Room, { width, height }: Picture): number => Math.min(1, room.width / width, room.height / height)

/** A line in a box. */
type BoxText = Pick<Label, 'text' | 'kind'>

/**
 * Returns the picture of the argument of a witness, or of all of it. Texts in boxes are folded as the picture of the
 * argument fits its room best. Texts of more than three lines are cut, and others only if the picture is too large.
 */
export function layoutOf(whole: Witness, drawing: Drawn = {}): Picture {
  const view = viewOf(whole, drawing)
  const { show = [], isWhole = false, room = usual } = drawing
  const [first, ...shorter] = lengths
  let picture = layoutWith(view, show, { lines: 3, longest: first })
  for (const lines of isWhole ? [] : [3, 2, 1]) {
    for (const longest of shorter) {
      if (fitIn(room, picture) === 1) return picture
      const other = layoutWith(view, show, { lines, longest })
      if (fitIn(room, other) > fitIn(room, picture)) picture = other
    }
    if (fitIn(most, picture) === 1) break
  }
  return picture
}

function layoutWith(view: View, show: readonly string[], { lines, longest }: Folding): Picture {
  const { witness } = view
  const textsIn = (shown: BoxEvents): readonly BoxText[] =>
    boxTexts(shown, view, Math.min(40, longest)).flatMap((text, i) =>
      folded(text, { lines: isInitial(shown[0]) ? 1 : lines, longest }).map(
        (line): BoxText => ({ text: line, kind: i === 0 ? 'source' : 'effect' }),
      ),
    )
  const widest = (shown: BoxEvents): number => largest(textsIn(shown).map(({ text }) => widthOf(text)))
  const initial = shownEvents(witness).filter((event) => isInitial(event) && view.isShown(event.id))
  const { columns, idle } = shownColumns(view)
  const named = withOperationsBeside(columns, view).map(({ name, cta, events }) => ({
    cta,
    boxes: boxesOf(events, view),
    heading: printable(name),
  }))
  const boxes: readonly BoxEvents[] = [...initial.map((one) => [one] as const), ...named.flatMap((one) => one.boxes)]
  const relations = drawnRelations(view, boxes, show)
  const boxAt = boxFinder(boxes)
  const { direct, routed, lanes } = edgesOf(relations, named, initial, boxAt)

  const width = ({ heading, cta, boxes }: (typeof named)[number]) =>
    2 * padding + largest([...[heading, titleAlone(cta, named)].map(widthOf), ...boxes.map(widest)], 90)
  const acrossColumns = across(named, width, lanes, margin)
  const narrowest = Math.max(acrossColumns.right, 480)
  const initialRows = rowsOf(
    initial.map((one) => ({
      event: one.id,
      width: widest([one]) + 2 * padding,
      isMet: routed.some(({ from, to }) => from === one.id || to === one.id),
    })),
    narrowest - 2 * margin,
  )
  const content = Math.max(narrowest, margin * 2 + widthOfRows(initialRows))

  const title = [titleText(witness), ...questionText(witness)]
  const titles = stacked(
    title.flatMap((text) => wrapped(text.split(' '), ' ', content - 2 * margin)),
    { x: margin, y: 14 },
    'title',
  )
  const initialTop = 14 + titles.length * line + 12
  const { boxes: initialPlaces, bottom: initialBottom } = initialBoxes(initialRows, {
    left: margin,
    top: initialTop,
    right: Math.min(content - margin, acrossColumns.right),
    height: initialHeight,
  })
  const gpuTop = initial.length === 0 ? initialTop : initialBottom + corridorHeight(0, lanes)
  const heights = heightsOf(named.map(({ boxes }) => boxes.map((one) => textsIn(one).length)))
  const downRows = down(heights, gpuTop + 3 * (line + 6), initialBottom, lanes)

  const rectangles = new Map([
    ...initialPlaces,
    ...acrossColumns.columns.flatMap((column) => rectanglesIn(column, downRows)),
  ])
  const boxOf = (event: number): Rectangle => must(rectangles.get(boxAt(event)), 'a place for each box')

  const nodes = boxes.map((shown): Node => {
    const box = eventBox(shown, boxOf(shown[0].id), view)
    return { events: shown.map(({ id }) => id), box, labels: labelsIn(box, textsIn(shown)) }
  })
  const frames = framesOf(acrossColumns.columns, { top: gpuTop, bottom: downRows.bottom })
  const headings = acrossColumns.columns.map(({ heading, left }) =>
    labelAt({ x: left + padding, y: gpuTop + 2 * (line + 5) }, heading, 'heading'),
  )
  const edges = [
    ...direct.map((one) => straightDown(one, boxOf)),
    ...drawn(routed, boxOf, (lane) => laneAt(lane, acrossColumns, downRows)),
  ]

  const final = stacked(
    [
      ...(idle.length === 0
        ? []
        : wrapped(`nothing happens in ${idle.join(', ')}`.split(' '), ' ', content - 2 * margin)),
      ...besideTexts(witness, view.left === undefined).flatMap((text) =>
        wrapped(text.split(' '), ' ', content - 2 * margin),
      ),
      ...leftTexts(view).flatMap((text) => wrapped(text.split(' '), ' ', content - 2 * margin)),
      ...wrapped(['finally:', ...finalTexts(witness)], '  ', content - 2 * margin),
      ...emptyRelations(view.whole).map((name) => `${name}: none`),
    ],
    { x: margin, y: downRows.bottom + 14 },
    'note',
  )
  const names = [
    ...(direct.some(({ relation }) => relation === 'po') ? ['po'] : []),
    ...relations.map(({ name }) => name),
  ]
  const legendTop = downRows.bottom + 14 + final.length * line + 10
  const { legend, bottom } = legendOf(names, { x: margin, y: legendTop }, content)
  return {
    width: content + margin,
    height: bottom + margin,
    frames: frames.map(({ frame }) => frame),
    nodes,
    labels: [...titles, ...frames.map(({ label }) => label), ...headings, ...final],
    edges,
    legend,
  }
}

/** Separates the edges that go straight down a column from the others, which have routes. */
function edgesOf(
  relations: readonly ShownRelation[],
  columns: readonly Boxed[],
  initial: readonly WitnessEvent[],
  boxAt: (event: number) => number,
) {
  const direct = columns.flatMap((column) => straight(column, relations))
  const slots = new Map<number, Slot>([
    ...initial.map(({ id }, index) => [id, { kind: 'initial', index }] as const),
    ...columns.flatMap(({ boxes }, i) => boxes.map(([{ id }], row) => [id, { kind: 'cell', column: i, row }] as const)),
  ])
  const slotOf = (event: number): Slot => must(slots.get(boxAt(event)), 'a place for each box')
  const others = relations
    .flatMap(({ name, pairs }) =>
      pairs.map(([from, to]) => ({ relation: name, from, to, slots: { from: slotOf(from), to: slotOf(to) } })),
    )
    .filter(
      (one) =>
        !direct.some(({ relation, from, to }) => relation === one.relation && from === one.from && to === one.to),
    )
  const nearest = (index: number) => (index * Math.max(0, columns.length - 1)) / Math.max(1, initial.length - 1)
  return { direct, ...findRoutes(others, columns.length, nearest) }
}

/**
 * Returns what leads from one box of a column to the next: program order, or for the tasks of a stream, what orders
 * them.
 */
const straight = ({ boxes }: Boxed, relations: readonly ShownRelation[]): readonly Arrow[] =>
  boxes.flatMap((shown, i) => {
    const { id: from, thread, asynchronous } = shown.at(-1) ?? shown[0]
    const next = boxes[i + 1]?.[0]
    if (next === undefined || asynchronous) return []
    const to = next.id
    if (thread !== null && thread === next.thread) return [{ relation: 'po', from, to }]
    const isOrdered = relations.some(
      ({ name, pairs }) => name === 'api' && pairs.some(([a, b]) => a === from && b === to),
    )
    return isOrdered ? [{ relation: 'api', from, to }] : []
  })

/** Returns the height of each row, which is that of its tallest box; `columns` have the number of lines of each box. */
function heightsOf(columns: readonly (readonly number[])[]): readonly number[] {
  const rows = largest(columns.map((boxes) => boxes.length))
  return Array.from({ length: rows }, (_, row) => boxHeight(largest(columns.map((boxes) => boxes[row] ?? 0))))
}

type EventRectangle = readonly [event: number, rectangle: Rectangle]

/** Returns the boxes of a column, each in its row, by their first events. */
const rectanglesIn = (
  { boxes, left, width }: Boxed & { readonly left: number; readonly width: number },
  { tops, heights }: Pick<Down, 'tops' | 'heights'>,
): readonly EventRectangle[] =>
  boxes.map(([{ id }], row) => [
    id,
    { x: left, y: must(tops[row], 'a row for each box'), width, height: must(heights[row], 'a row for each box') },
  ])

const eventBox = ([{ id, executed, asynchronous }]: BoxEvents, rectangle: Rectangle, { isShown }: View): Box => ({
  ...rectangle,
  kind: !isShown(id) ? 'folded' : executed ? (asynchronous ? 'asynchronous' : 'event') : 'unexecuted',
})

function labelsIn({ x, y, height }: Rectangle, texts: readonly BoxText[]): readonly Label[] {
  const top = y + (height - texts.length * line) / 2
  return texts.map(({ text, kind }, i) => labelAt({ x: x + padding, y: top + i * line }, text, kind))
}
